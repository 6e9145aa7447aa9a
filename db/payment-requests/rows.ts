import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import type { ProfileId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { FeePayer } from '../../domain/money/fees.ts';
import type { RequestOutcome, RequestStatus } from '../../domain/payment-requests/status.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import {
  bool,
  defineTable,
  filled,
  integer,
  minor,
  orNull,
  type RowOf,
  text,
  texts,
  time,
  uuid,
} from '../core/table.ts';

export const requestColumns = {
  id: uuid(),
  profileId: uuid<ProfileId>(),
  createdBy: uuid(),
  recipientName: text(),
  recipientEmail: text(),
  language: text<Language>(),
  description: text(),
  amountMinor: minor(),
  currency: text(),
  gates: orNull(texts<CryptoGateId>()),
  successUrl: orNull(text()),
  serviceFeePayer: orNull(text<FeePayer>()),
  networkFeePayer: orNull(text<FeePayer>()),
  conversionFeePayer: orNull(text<FeePayer>()),
  refundFeePayer: orNull(text<FeePayer>()),
  autocomplete: orNull(bool()),
  underpaidToleranceBps: orNull(integer()),
  overpaidToleranceBps: orNull(integer()),
  mailCount: filled(integer()),
  mailedAt: time(),
  createdAt: time(),
  expiresAt: time(),
  canceledAt: orNull(time()),
  /** The outcome of which the shop was notified last. */
  published: orNull(text<RequestOutcome>()),
};

export const paymentRequestsTable = defineTable('payment_request', requestColumns);

export const requestInvoicesTable = defineTable('payment_request_invoice', { requestId: uuid(), invoiceId: uuid() });

/** A request with its status, which follows from its invoices, its end and the time. */
export type PaymentRequestRow = RowOf<typeof requestColumns> & {
  readonly mode: Mode;
  readonly status: RequestStatus;
  /** The invoice that was paid or is being paid, otherwise the newest one. */
  readonly invoiceId: string | null;
  readonly invoiceStatus: InvoiceStatus | null;
};
