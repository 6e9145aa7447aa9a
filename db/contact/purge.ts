import type { Db } from '../core/sequelize.ts';
import { one } from '../core/sql.ts';

/** How long spam is kept, so that a mistake can be put right. */
const SPAM_DAYS = 30;

/**
 * Deletes messages of visitors with their answers, and applications that opened no account, when their time is over;
 * spam after a month. Of applications that opened one, the answers are the merchant's.
 * @returns how many are gone; ask again until it is none
 */
export async function purgeContacts(
  db: Db,
  { months, nowMs }: { readonly months: number; readonly nowMs: number },
): Promise<number> {
  const { count } = await one<{ count: number }>(db, purgeSql, [new Date(nowMs), months, SPAM_DAYS]);
  return count;
}

const purgeSql = `
  WITH messages AS (
    DELETE FROM contact_message WHERE id IN (
      SELECT id FROM contact_message
      WHERE created_at < $1::timestamptz - make_interval(months => $2)
        OR spam_at < $1::timestamptz - make_interval(days => $3)
      LIMIT 500)
    RETURNING 1
  ), applications AS (
    DELETE FROM account_application WHERE id IN (
      SELECT id FROM account_application WHERE created_at < $1::timestamptz - make_interval(months => $2) LIMIT 500)
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM messages)::int + (SELECT count(*) FROM applications)::int AS count`;
