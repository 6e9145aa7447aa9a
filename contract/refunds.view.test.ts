import { expect, it } from 'vitest';
import type { PayoutRow } from '../domain/payouts/record.ts';
import { refundOccasion } from '../domain/refunds/link.ts';
import { INVOICE_STATUSES } from '../domain/state/invoice-status.ts';
import { presentRefund } from './refunds.view.ts';

const refund = {
  kind: 'refund',
  gateId: 'LTC',
  invoiceId: 'i-1',
  reference: null,
  description: 'Out of stock',
  amountMinor: 5n,
  netMinor: 4n,
  serviceFeeMinor: 1n,
  networkFeeMinor: 0n,
  heldMinor: 5n,
  createdAt: new Date(0),
  transactions: [],
} as unknown as PayoutRow;

it('a refund is shown with its invoice and reason, and without the reference of a payout', () => {
  const shown = presentRefund(refund);
  expect(shown).toMatchObject({ invoice_id: 'i-1', reason: 'Out of stock', amount: '0.00000005' });
  expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['reference']));
  expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['description']));
});

it('a payout without an invoice is never shown as a refund', () => {
  expect(() => presentRefund({ ...refund, invoiceId: null })).toThrow('A refund has an invoice.');
});

it('a payer gets a refund link where the shop may not keep the money, once per reason', () => {
  const occasions = INVOICE_STATUSES.map((status) => [status, refundOccasion(status)] as const);
  expect(Object.fromEntries(occasions.filter(([, occasion]) => occasion !== null))).toEqual({
    overpaid: 'overpaid',
    expired_paid: 'late',
    invalid: 'short',
  });
});
