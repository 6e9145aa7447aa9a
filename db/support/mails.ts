import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';

/** The outbox topic of mails about tickets. */
export const TICKET_MAIL = 'mail.ticket';

/**
 * `received` notifies support, and acknowledges a ticket to its customer; `answered` sends the answer of staff;
 * `closed` asks how it was.
 */
export interface TicketMail {
  readonly kind: 'received' | 'answered' | 'closed';
  readonly ticketId: string;
  /** The message that it is about; of `closed`, the moment. */
  readonly subjectId: string;
}

/** Has the mails written once this transaction is committed. */
export async function sendTicketMail(tx: Tx, mail: TicketMail): Promise<void> {
  await enqueue(tx, [{ topic: TICKET_MAIL, payload: mail }]);
}
