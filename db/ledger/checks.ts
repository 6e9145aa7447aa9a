import type { Db, Tx } from '../sequelize.ts';
import { execute, one } from '../sql.ts';

/** True if the whole ledger has not been found correct within this time, or the last check found a mismatch. */
export async function isFullCheckDue(db: Db, everyMs: number): Promise<boolean> {
  const { due } = await one<{ due: boolean }>(
    db,
    `SELECT NOT EXISTS (SELECT FROM ledger_check WHERE full_at > now() - $1 * interval '1 millisecond') AS due`,
    [everyMs],
  );
  return due;
}

/**
 * Records that the whole ledger is correct. Forgets how far each account was summed, so that the next check starts over
 * with these entries.
 */
export async function recordFullCheck(tx: Tx): Promise<void> {
  await execute(
    tx,
    'INSERT INTO ledger_check (full_at) VALUES (now()) ON CONFLICT (single) DO UPDATE SET full_at = now()',
  );
  await execute(tx, 'DELETE FROM account_check');
}

/** Records a mismatch: until it is resolved, each check sums the whole ledger. */
export async function forgetFullCheck(tx: Tx): Promise<void> {
  await execute(tx, 'DELETE FROM ledger_check');
}
