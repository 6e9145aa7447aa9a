import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';

/** The outbox topic of refund mails that no status change of an invoice triggers. */
export const REFUND_MAIL = 'mail.refund';

/**
 * The content of the mail: a payer requested a refund, the merchant rejected it, the merchant needs an address, or the
 * payer needs the link again.
 */
export type RefundMail =
  | { readonly kind: 'asked'; readonly invoiceId: string }
  | { readonly kind: 'rejected'; readonly invoiceId: string; readonly note: string | null }
  | { readonly kind: 'link' | 'again'; readonly invoiceId: string }
  /** A refund was granted: the link is that of the grant. */
  | { readonly kind: 'granted'; readonly invoiceId: string; readonly linkId: string };

/** Sends the mail after this transaction is committed. */
export async function sendRefundMail(tx: Tx, mail: RefundMail): Promise<void> {
  await enqueue(tx, [{ topic: REFUND_MAIL, payload: mail }]);
}
