import { expectTypeOf, test } from 'vitest';
import type { CustomerInvoiceView } from '../../domain/invoices/customer-view.ts';
import type { InvoiceView } from '../../domain/invoices/view.ts';
import type { PayoutView } from '../../domain/payouts/view.ts';
import type { CustomerInvoice } from './customer-invoice.ts';
import type { Invoice } from './invoice.ts';
import type { Payout } from './payouts.ts';

// The refunds of an invoice have a shape here before the rules make any.
type Comparable<View> = Omit<View, 'refunds' | 'autoconversion' | 'customer'>;

test('the contract of an invoice is what the presenter makes', () => {
  expectTypeOf<Comparable<Invoice>>().toEqualTypeOf<Comparable<InvoiceView>>();
  expectTypeOf<InvoiceView>().toExtend<Invoice>();
});

test('the contract of the payer’s invoice is what the presenter makes', () => {
  expectTypeOf<Comparable<CustomerInvoice>>().toEqualTypeOf<Comparable<CustomerInvoiceView>>();
  expectTypeOf<CustomerInvoiceView>().toExtend<CustomerInvoice>();
});

test('the contract of a payout is what the presenter makes', () => {
  expectTypeOf<PayoutView>().toExtend<Payout>();
  expectTypeOf<keyof Payout>().toEqualTypeOf<keyof PayoutView>();
});
