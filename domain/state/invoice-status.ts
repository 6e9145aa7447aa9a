/** The statuses of an invoice, in the spec's words (spec §4). */
export const INVOICE_STATUSES = [
  'new',
  'pending',
  'confirming',
  'partially_paid',
  'overpaid',
  'processing',
  'done',
  'expired',
  'expired_paid',
  'invalid',
  'refund_requested',
  'refunded',
  'partially_refunded',
  'canceled',
  'error',
] as const;

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Why an invoice is in its status, where the status alone does not say so. */
export type InvoiceReason =
  | 'underpaid'
  | 'underpaid_accepted'
  | 'excess_kept'
  | 'completed_by_merchant'
  | 'auto_completed'
  | 'paid_late'
  | 'underpaid_late'
  /** A newer invoice has the order's reference, so the merchant decides whether this one counts as well. */
  | 'reference_taken'
  | 'paid_after_cancel'
  | 'paid_after_refund'
  | 'canceled_by_merchant'
  | 'not_paid'
  | 'not_confirmed_in_time'
  | 'payment_dropped'
  | 'payment_found'
  | 'reorganised'
  | 'confirmation_overdue'
  | 'awaiting_finality'
  | 'conversion_not_possible'
  /** The coins are held until they can be converted as promised. */
  | 'conversion_waiting'
  /** That was not possible in time: the merchant has the coins. */
  | 'conversion_given_up'
  | 'resolved_by_operator';

/** The statuses in which a running workflow has nothing left to wait for. */
export const RESTING_STATUSES: ReadonlySet<InvoiceStatus> = new Set([
  'overpaid',
  'done',
  'expired',
  'expired_paid',
  'invalid',
  'refunded',
  'partially_refunded',
  'canceled',
]);

/** Ended without money: the order's reference is free for another invoice. */
export const UNPAID_STATUSES: ReadonlySet<InvoiceStatus> = new Set(['expired', 'canceled']);

/** The statuses in which an invoice is waiting for its payer. */
export const OPEN_STATUSES: ReadonlySet<InvoiceStatus> = new Set(['new', 'pending', 'partially_paid']);

export function isInvoiceStatus(text: string): text is InvoiceStatus {
  return (INVOICE_STATUSES as readonly string[]).includes(text);
}
