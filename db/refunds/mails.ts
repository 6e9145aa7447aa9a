import { enqueue } from '../outbox.ts';
import type { Tx } from '../sequelize.ts';

/** The outbox topic of mails about refunds that no change of an invoice calls for. */
export const REFUND_MAIL = 'mail.refund';

/**
 * What such a mail tells: a payer asked, the merchant said no, the merchant wants to know where to send money to, or
 * the payer wants the link again.
 */
export type RefundMail =
  | { readonly kind: 'asked'; readonly invoiceId: string }
  | { readonly kind: 'rejected'; readonly invoiceId: string; readonly note: string | null }
  | { readonly kind: 'link' | 'again'; readonly invoiceId: string };

/** Has the mail written and sent once this transaction is committed. */
export async function sendRefundMail(tx: Tx, mail: RefundMail): Promise<void> {
  await enqueue(tx, [{ topic: REFUND_MAIL, payload: mail }]);
}
