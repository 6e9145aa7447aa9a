import { DomainError } from '../../domain/errors.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { type MassPayoutRow, massPayoutsTable } from './rows.ts';

/** Limits reads to a profile's own mass payouts; workflows read any. */
export interface MassPayoutScope {
  readonly profileId?: string;
}

/** One mass payout. @throws DomainError `not_found`, also for another profile's */
export async function readMassPayout(on: Tx | Db, id: string, scope: MassPayoutScope = {}): Promise<MassPayoutRow> {
  const found = await maybeOne<object>(on, readSql, [id, scope.profileId ?? null]);
  if (found === undefined) throw new DomainError('not_found');
  return massPayoutsTable.read(found);
}

/** {@link readMassPayout}, locked until the end of the transaction. @throws DomainError `not_found` */
export async function lockMassPayout(tx: Tx, id: string, scope: MassPayoutScope = {}): Promise<MassPayoutRow> {
  const row = (await lockMassPayouts(tx, [id])).get(id)?.row;
  if (row === undefined || (scope.profileId !== undefined && row.profileId !== scope.profileId)) {
    throw new DomainError('not_found');
  }
  return row;
}

/** Locks mass payouts against other changes of status and counts, with the number of their held lines. */
export async function lockMassPayouts(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly row: MassPayoutRow; readonly waiting: number }>> {
  const rows = (await select<object>(tx, lockSql, [ids])).map((found) => massPayoutsTable.read(found));
  const waiting = new Map(
    (await select<WaitingRow>(tx, waitingSql, [ids])).map(({ id, waiting: lines }) => [id, Number(lines)]),
  );
  return new Map(rows.map((row) => [row.id, { row, waiting: waiting.get(row.id) ?? 0 }]));
}

/** How many of its lines are held and neither opened nor canceled. */
export async function waitingLines(on: Tx | Db, id: string): Promise<number> {
  const row = await maybeOne<WaitingRow>(on, waitingSql, [[id]]);
  return Number(row?.waiting ?? 0);
}

interface WaitingRow {
  readonly id: string;
  readonly waiting: string;
}

const columns = massPayoutsTable.selected();
const readSql = prepared(`SELECT ${columns} FROM mass_payout WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2)`);
const lockSql = prepared(`SELECT ${columns} FROM mass_payout WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`);
const waitingSql = prepared(`
  SELECT mass_payout_id AS id, sum(lines) AS waiting FROM mass_payout_slice
  WHERE mass_payout_id = ANY($1::uuid[]) AND status = 'held' GROUP BY mass_payout_id`);
