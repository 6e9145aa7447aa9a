import { DomainError } from '../../domain/errors.ts';
import type { PayoutRecord } from '../../domain/view/payout.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, one, prepared, select } from '../sql.ts';
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

/**
 * {@link lockPayout} for several, in the order of their ids, as everyone who locks several; what does not exist is missing from the answer.
 */
export async function lockPayouts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PayoutRow>> {
  await lockVersions(tx, ids);
  return new Map((await select<PayoutRow>(tx, readAllSql, [ids])).map((row) => [row.id, row]));
}

/** Several payouts in the order asked for. @throws DomainError `not_found` when one is missing */
export async function readPayoutRows(on: Tx | Db, ids: readonly string[]): Promise<PayoutRow[]> {
  const rows = new Map((await select<PayoutRow>(on, readAllSql, [ids])).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    if (row === undefined) throw new DomainError('not_found');
    return row;
  });
}

/** Locks payouts in the order of their ids and gives the version of each. */
export function lockVersions(
  tx: Tx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly version: number }[]> {
  return select(tx, lockAllSql, [ids]);
}

const readSql = prepared(
  `${payoutSelect} WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2) AND ($3::text IS NULL OR kind = $3)`,
);
const lockSql = prepared(`${payoutLock} WHERE id = $1 FOR UPDATE`);
const lockAllSql = prepared('SELECT id, version FROM payout WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE');
const readAllSql = prepared(`${payoutSelect} WHERE id = ANY($1::uuid[])`);
