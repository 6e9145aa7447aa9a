import type { InvoiceStatus } from '../state/invoice-status.ts';

/** The facts about an invoice that decide what a payer may do with the email address on its page. */
export interface PayerEmailFacts {
  readonly status: InvoiceStatus;
  /** The shop gave an address when it created the invoice. */
  readonly hasShopEmail: boolean;
  /** A payment was seen, whatever became of it. */
  readonly hasPayments: boolean;
  /** The address that is stored now. */
  readonly entered: { readonly isBeforePayment: boolean } | null;
}

/**
 * Whether an address can be entered or changed now. Everybody who knows the page's link can do so, therefore an address
 * that may lead to a refund is fixed by the first payment: nobody can divert the mail once there is money to claim.
 */
export function canEnterPayerEmail({ status, hasShopEmail, hasPayments, entered }: PayerEmailFacts): boolean {
  if (hasShopEmail || !isUndecided(status, hasPayments)) return false;
  return !(hasPayments && entered?.isBeforePayment === true);
}

/** The mail about the outcome is still to come. */
function isUndecided(status: InvoiceStatus, hasPayments: boolean): boolean {
  return OPEN.has(status) || (status === 'expired' && hasPayments);
}

const OPEN: ReadonlySet<InvoiceStatus> = new Set(['new', 'pending', 'partially_paid', 'confirming', 'processing']);

/** The outcomes that such an address is mailed about: one mail for each invoice, so not about parts that arrive. */
export function isPayerEmailOutcome(status: InvoiceStatus): boolean {
  return status === 'done' || status === 'overpaid' || status === 'expired_paid' || status === 'invalid';
}
