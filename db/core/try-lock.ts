import type { Tx } from './sequelize.ts';
import { one, prepared } from './sql.ts';

/**
 * True for one transaction at a time, until it ends: of several workers, one does the work of that name, and the others
 * do not wait for it.
 */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  return (await one<{ locked: boolean }>(tx, lockSql, [name])).locked;
}

const lockSql = prepared('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked');
