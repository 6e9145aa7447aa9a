import { DomainError } from '../../domain/errors.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { PayoutKind } from '../../domain/state/payout-status.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { preparedPayouts, selectPayouts } from './rows.ts';

/** Limits reads to a profile's own payouts; the signer and operators read any. */
export interface PayoutScope {
  readonly profileId?: string;
  readonly kind?: PayoutKind;
}

/** One payout. @throws DomainError `not_found`, also for another profile's */
export async function readPayout(on: Tx | Db, id: string, scope: PayoutScope = {}): Promise<PayoutRow> {
  const [row] = await selectPayouts(on, readSql, [id, scope.profileId ?? null, scope.kind ?? null]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/**
 * Locks a payout and reads everything that decisions need. Two statements, because only a statement that starts after
 * the lock sees what others committed during the wait.
 * @throws DomainError `not_found`
 */
export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow> {
  const row = (await lockPayouts(tx, [id])).get(id);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/**
 * {@link lockPayout} for several, in the order of their ids, like everyone who locks several; missing ones are omitted.
 */
export async function lockPayouts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PayoutRow>> {
  const locked = lockedIn.get(tx);
  if (!ids.every((id) => locked?.has(id))) await lockVersions(tx, ids);
  return new Map((await selectPayouts(tx, readAllSql, [ids])).map((row) => [row.id, row]));
}

/** Several payouts in the requested order. @throws DomainError `not_found` when one is missing */
export async function readPayoutRows(on: Tx | Db, ids: readonly string[]): Promise<PayoutRow[]> {
  const rows = new Map((await selectPayouts(on, readAllSql, [ids])).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    if (row === undefined) throw new DomainError('not_found');
    return row;
  });
}

/** Locks payouts in the order of their ids and returns their versions. */
export async function lockVersions(
  tx: Tx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly version: number }[]> {
  const versions = await select<{ id: string; version: number }>(tx, lockAllSql, [ids]);
  const locked = lockedIn.get(tx) ?? new Set();
  lockedIn.set(tx, locked);
  for (const { id } of versions) locked.add(id);
  return versions;
}

/**
 * Rows that the transaction has already locked. If a rolled back savepoint unlocked one, the version check of its next
 * write detects the conflict.
 */
const lockedIn = new WeakMap<Tx, Set<string>>();

const readSql = preparedPayouts(
  'WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2) AND ($3::text IS NULL OR kind = $3)',
);
// A refund's invoice is locked first, as everywhere, because the end of a refund updates its invoice in the same
// transaction.
const lockAllSql = prepared(`
  WITH its_invoices AS MATERIALIZED (
    SELECT i.id
    FROM invoice i
    WHERE i.id IN (SELECT invoice_id FROM payout WHERE id = ANY($1::uuid[]))
    ORDER BY i.id
    FOR UPDATE)
  SELECT id, version FROM payout WHERE id = ANY($1::uuid[]) AND (SELECT count(*) FROM its_invoices) >= 0
  ORDER BY id FOR UPDATE`);
const readAllSql = preparedPayouts('WHERE id = ANY($1::uuid[])');
