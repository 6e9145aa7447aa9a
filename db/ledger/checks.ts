import type { Db, Tx } from '../core/sequelize.ts';
import { execute, one } from '../core/sql.ts';
import { keepsSums } from './full-balance-sql.ts';

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
 * Records that the whole ledger is correct. Forgets the sums of accounts that have had their last entry: without it,
 * there would be a row for each invoice.
 */
export async function recordFullCheck(tx: Tx): Promise<void> {
  await execute(
    tx,
    'INSERT INTO ledger_check (full_at) VALUES (now()) ON CONFLICT (single) DO UPDATE SET full_at = now()',
  );
  await execute(
    tx,
    `DELETE FROM account_check c USING account a WHERE a.id = c.account_id AND ${keepsSums('a')} IS NOT TRUE`,
  );
}

/** Records a mismatch: until it is resolved, each check sums the whole ledger. */
export async function forgetFullCheck(tx: Tx): Promise<void> {
  await execute(tx, 'DELETE FROM ledger_check');
}
