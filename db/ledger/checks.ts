import type { Db, Tx } from '../sequelize.ts';
import { execute, one } from '../sql.ts';

/** True when the whole ledger was never found right, or not for so long, or the last check found something wrong. */
export async function isFullCheckDue(db: Db, everyMs: number): Promise<boolean> {
  const { due } = await one<{ due: boolean }>(
    db,
    `SELECT NOT EXISTS (SELECT FROM ledger_check WHERE full_at > now() - $1 * interval '1 millisecond') AS due`,
    [everyMs],
  );
  return due;
}

/**
 * The whole ledger is right. How far each account was added up is forgotten, so that the next check begins with these
 * very entries.
 */
export async function recordFullCheck(tx: Tx): Promise<void> {
  await execute(
    tx,
    'INSERT INTO ledger_check (full_at) VALUES (now()) ON CONFLICT (single) DO UPDATE SET full_at = now()',
  );
  await execute(tx, 'DELETE FROM account_check');
}

/** The ledger is not right: until it is, each check adds the whole of it up. */
export async function forgetFullCheck(tx: Tx): Promise<void> {
  await execute(tx, 'DELETE FROM ledger_check');
}
