import type { Db } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';

/** How long spam is kept, so that a mistake can be put right. */
const SPAM_DAYS = 30;

/**
 * Deletes tickets with their threads and files when their time is over, spam after a month, and files that were never
 * sent.
 * @returns how many tickets are gone; ask again until it is none
 */
export async function purgeTickets(
  db: Db,
  { months, nowMs }: { readonly months: number; readonly nowMs: number },
): Promise<number> {
  await execute(db, unsentSql, [new Date(nowMs)]);
  return execute(db, purgeSql, [new Date(nowMs), months, SPAM_DAYS]);
}

const unsentSql = prepared(`
  DELETE FROM ticket_attachment WHERE message_id IS NULL AND created_at < $1::timestamptz - interval '1 day'`);

const purgeSql = prepared(`
  DELETE FROM ticket WHERE id IN (
    SELECT id FROM ticket
    WHERE updated_at < $1::timestamptz - make_interval(months => $2)
      OR spam_at < $1::timestamptz - make_interval(days => $3)
    LIMIT 500)`);
