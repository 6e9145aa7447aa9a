import { DomainError } from '../../domain/errors.ts';
import type { PayoutRecord } from '../../domain/view/payout.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, one, prepared } from '../sql.ts';
import { type PayoutRow, payoutLock, payoutSelect, toRecord } from './rows.ts';

/** Whose payouts may be read: a profile's own; the signer and operators read any. */
export interface PayoutScope {
  readonly profileId?: string;
  readonly kind?: 'payout' | 'refund' | 'withdrawal';
}

/** One payout. @throws DomainError `not_found`, also for another profile's */
export async function readPayout(on: Tx | Db, id: string, scope: PayoutScope = {}): Promise<PayoutRecord> {
  return toRecord(await readPayoutRow(on, id, scope));
}

export async function readPayoutRow(on: Tx | Db, id: string, scope: PayoutScope = {}): Promise<PayoutRow> {
  const row = await maybeOne<PayoutRow>(on, readSql, [id, scope.profileId ?? null, scope.kind ?? null]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/**
 * Locks a payout and reads all that decides about it. Two statements: what others committed while this one waited for the lock is only seen by a
 * statement that starts after it.
 * @throws DomainError `not_found`
 */
export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow> {
  const locked = await maybeOne<PayoutRow>(tx, lockSql, [id]);
  if (locked === undefined) throw new DomainError('not_found');
  return one<PayoutRow>(tx, readSql, [id, null, null]);
}

const readSql = prepared(
  `${payoutSelect} WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2) AND ($3::text IS NULL OR kind = $3)`,
);
const lockSql = prepared(`${payoutLock} WHERE id = $1 FOR UPDATE`);
