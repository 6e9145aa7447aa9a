import { CONFIRM_DAYS } from '../../domain/updates/update.ts';
import type { Db } from '../core/sequelize.ts';
import { one } from '../core/sql.ts';

/**
 * Deletes addresses that were never confirmed once their link is over, and those that were unsubscribed when their time
 * is over: until then they prove what was agreed to.
 * @returns how many are gone; ask again until it is none
 */
export async function purgeSubscribers(
  db: Db,
  { months, nowMs }: { readonly months: number; readonly nowMs: number },
): Promise<number> {
  const { count } = await one<{ count: number }>(db, purgeSql, [new Date(nowMs), months, CONFIRM_DAYS]);
  return count;
}

const purgeSql = `
  WITH gone AS (
    DELETE FROM newsletter_subscriber WHERE id IN (
      SELECT id FROM newsletter_subscriber
      WHERE (confirmed_at IS NULL AND requested_at < $1::timestamptz - make_interval(days => $3))
        OR unsubscribed_at < $1::timestamptz - make_interval(months => $2)
      LIMIT 500)
    RETURNING 1
  )
  SELECT count(*)::int AS count FROM gone`;
