import { PROOF_DAYS } from '../../domain/reserves/kept.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import type { ReserveDayKey } from './days.ts';

/** Days of one round: each is a transaction of its own. */
const DAYS_AT_ONCE = 30;

/**
 * Removes the proofs of merchants from days that are older than {@link PROOF_DAYS}; statement, roots, totals and
 * addresses stay. A day that is not public yet keeps them. A crash loses nothing: each day is whole or without proofs.
 * @returns the number of days; zero means that nothing is left
 */
export async function purgeProofs(db: Db, nowMs: number): Promise<number> {
  const before = new Date(nowMs - PROOF_DAYS * 86_400_000).toISOString().slice(0, 10);
  let purged = 0;
  while (purged < DAYS_AT_ONCE && (await purgeOldest(db, before))) purged += 1;
  return purged;
}

function purgeOldest(db: Db, before: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const oldest = await maybeOne<ReserveDayKey>(tx, oldestSql, [before]);
    if (oldest === undefined) return false;
    await execute(tx, leavesSql, [oldest.mode, oldest.day]);
    await execute(tx, daySql, [oldest.mode, oldest.day]);
    return true;
  });
}

const oldestSql = prepared(`
  SELECT mode, day::text AS day FROM reserve_day
  WHERE proofs_removed_at IS NULL AND published_at IS NOT NULL AND day <= $1::date
  ORDER BY day, mode LIMIT 1 FOR UPDATE SKIP LOCKED`);
const leavesSql = prepared('DELETE FROM reserve_leaf WHERE mode = $1 AND day = $2::date');
const daySql = prepared('UPDATE reserve_day SET proofs_removed_at = now() WHERE mode = $1 AND day = $2::date');
