import { DomainError } from '../../domain/errors.ts';
import { firstIdOf } from '../../domain/reports/months.ts';
import type { Db, Tx } from './sequelize.ts';
import { maybeOne, one, prepared } from './sql.ts';

/** The work that waits for the checks after a restore: coins for chains and exchanges, euro for the bank as well. */
export type RestoredMoney = 'coins' | 'euro';

/**
 * Refuses while the checks after a restore of the database are open: what left after the restored moment may be
 * unknown.
 * @throws DomainError `restore_unchecked`
 */
export async function requireCheckedRestores(tx: Tx, money: RestoredMoney): Promise<void> {
  if (await hasUncheckedRestore(tx, money)) throw new DomainError('restore_unchecked');
}

/** Whether the checks that this money waits for are open. */
export async function hasUncheckedRestore(on: Tx | Db, money: RestoredMoney): Promise<boolean> {
  return (await maybeOne(on, money === 'coins' ? uncheckedCoinsSql : uncheckedSql, [])) !== undefined;
}

/** Whether something of this moment was in a database that was restored later, so that it may have gone on since. */
export async function isFromBeforeRestore(on: Tx | Db, createdAt: Date): Promise<boolean> {
  return (await maybeOne(on, laterSql, [createdAt])) !== undefined;
}

/** Rows from before the last restore have an ID below this one: IDs begin with their time. Null: no restore. */
export async function restoredBoundary(on: Tx | Db): Promise<string | null> {
  const { at } = await one<{ at: Date | null }>(on, lastSql, []);
  return at === null ? null : firstIdOf(at.getTime() + 1);
}

/** In SQL, of a payment's ID: two people have released it since the last restore. */
export const isReleasedSql = (id: string) => `EXISTS (
    SELECT FROM restored_release l WHERE l.payments @> ARRAY[${id}::text] AND l.confirmed_at IS NOT NULL
      AND l.confirmed_at > (SELECT max(restored_at) FROM database_restore))`;

/**
 * Refuses to take a euro payment back that may have left after the moment of a backup, until two people have looked.
 * @throws DomainError `payout_may_be_paid`
 */
export async function requireReleased(tx: Tx, paymentId: string): Promise<void> {
  const boundary = await restoredBoundary(tx);
  if (boundary === null || paymentId >= boundary) return;
  if ((await maybeOne(tx, releasedSql, [paymentId])) === undefined) throw new DomainError('payout_may_be_paid');
}

/**
 * The same for one payout that was created before the restore.
 * @throws DomainError `payout_may_be_paid`
 */
export async function requireKnownTransactions(tx: Tx, payoutId: string): Promise<void> {
  if ((await maybeOne(tx, fromBeforeSql, [payoutId])) !== undefined) throw new DomainError('payout_may_be_paid');
}

/** In SQL, of a restore `r`: chains and exchanges are not checked. */
export const COINS_UNCHECKED = 'coalesce(r.coins_checked_at, r.checked_at) IS NULL';

const uncheckedSql = prepared('SELECT 1 FROM database_restore WHERE checked_at IS NULL LIMIT 1');
const uncheckedCoinsSql = prepared(`SELECT 1 FROM database_restore r WHERE ${COINS_UNCHECKED} LIMIT 1`);
const lastSql = prepared('SELECT max(restored_at) AS at FROM database_restore');
const releasedSql = prepared(`SELECT 1 WHERE ${isReleasedSql('$1')}`);
const laterSql = prepared('SELECT 1 FROM database_restore WHERE restored_at >= $1 LIMIT 1');
const fromBeforeSql = prepared(`
  SELECT 1 FROM payout p JOIN database_restore r ON ${COINS_UNCHECKED} AND r.restored_at >= p.created_at
  WHERE p.id = $1 LIMIT 1`);
