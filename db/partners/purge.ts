import type { Db } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';

/**
 * Deletes applications that were declined, when their time is over. Nothing was ever earned or linked by them.
 * @returns how many are gone; ask again until it is none
 */
export function purgeDeclined(
  db: Db,
  { months, nowMs }: { readonly months: number; readonly nowMs: number },
): Promise<number> {
  return execute(db, purgeSql, [new Date(nowMs), months]);
}

const purgeSql = prepared(`
  DELETE FROM partner WHERE id IN (
    SELECT id FROM partner
    WHERE status = 'declined' AND updated_at < $1::timestamptz - make_interval(months => $2) LIMIT 500)`);
