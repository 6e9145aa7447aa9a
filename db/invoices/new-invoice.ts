import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { KeptWithInvoice } from '../../domain/greenfield/shop-invoice.ts';
import type { Autoconversion, InvoiceCustomer } from '../../domain/invoices/record.ts';
import type { Language } from '../../domain/languages.ts';
import type { FeePayer } from '../../domain/money/fees.ts';
import type { Item } from '../../domain/money/items.ts';
import type { ItemsTotal } from '../../domain/money/pricing.ts';
import type { Tax } from '../../domain/money/tax.ts';

/** A shop's request; omitted fields use the profile's settings. Fiat in minor units of `currency`. */
export interface NewInvoice {
  /** By default a new one. */
  readonly id?: string;
  readonly profileId: string;
  readonly currency: string;
  readonly priceMinor?: bigint;
  readonly items?: readonly Item[];
  readonly itemsTotal?: ItemsTotal;
  readonly reference?: string;
  readonly description?: string;
  readonly gates?: readonly CryptoGateId[];
  /** Chosen at creation: the response contains the locked rate and the address. */
  readonly gateId?: CryptoGateId;
  readonly customer?: InvoiceCustomer;
  /** Of the payer's page and mails; without it the browser's. */
  readonly language?: Language;
  readonly successUrl?: string;
  readonly cancelUrl?: string;
  readonly notificationUrl?: string;
  readonly autoconversion?: Autoconversion;
  readonly autocomplete?: boolean;
  readonly underpaidToleranceBps?: number;
  readonly overpaidToleranceBps?: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly lifetimeSeconds?: number;
  /** Cancels the unpaid invoice of another price that has the reference. */
  readonly replace?: boolean;
  readonly feePayers?: { readonly service?: FeePayer; readonly network?: FeePayer; readonly conversion?: FeePayer };
  /** Instead of the profile's; only demos have one of their own. */
  readonly tax?: Tax;
  /** Data that a plugin that speaks Greenfield keeps with its invoice. */
  readonly greenfield?: KeptWithInvoice;
  /** Its payer is about to pay: it is created also while money waits (`domain/invoices/admission.ts`). */
  readonly isForPayer?: boolean;
  readonly nowMs: number;
}
