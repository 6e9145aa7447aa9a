import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';

/** The outbox topic of mails about what visitors wrote. */
export const CONTACT_MAIL = 'mail.contact';

export interface ContactMail {
  readonly messageId: string;
  /** The answer that goes to the sender; without one, support and the sender get to know that the message came. */
  readonly answerId?: string;
}

/** Has the mails written once this transaction is committed. */
export async function sendContactMail(tx: Tx, mail: ContactMail): Promise<void> {
  await enqueue(tx, [{ topic: CONTACT_MAIL, payload: mail }]);
}
