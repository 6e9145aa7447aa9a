import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';

/** The outbox topic of emails to recipients of payment requests. */
export const REQUEST_MAIL = 'mail.payment_request';

export interface RequestMail {
  readonly requestId: string;
  /** Which one it is: 1 is the first, those after it are reminders. */
  readonly n: number;
}

/** Sends the email after this transaction is committed. */
export function sendRequestMail(tx: Tx, mail: RequestMail): Promise<void> {
  return enqueue(tx, [{ topic: REQUEST_MAIL, payload: mail }]);
}
