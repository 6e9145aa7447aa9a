import type { Db } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import type { OutgoingMail } from './mailer.ts';
import { MAIL_SEND } from './sending.ts';

/** The mails to an address that wait in the outbox, oldest first. */
export async function mailsTo(db: Db, to: string): Promise<OutgoingMail[]> {
  const rows = await select<{ payload: OutgoingMail }>(
    db,
    `SELECT payload FROM outbox WHERE topic = $1 AND payload->>'to' = $2 ORDER BY id`,
    [MAIL_SEND, to],
  );
  return rows.map(({ payload }) => payload);
}
