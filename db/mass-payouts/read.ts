import { DomainError } from '../../domain/errors.ts';
import type { MassPayoutRecord } from '../../domain/mass-payouts/view.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, prepared } from '../sql.ts';
import { type MassPayoutRow, massPayoutSelect, toMassRecord } from './rows.ts';

/** Whose mass payouts may be read: a profile's own; workflows read any. */
export interface MassPayoutScope {
  readonly profileId?: string;
}

/** One mass payout. @throws DomainError `not_found`, also for another profile's */
export async function readMassPayout(on: Tx | Db, id: string, scope: MassPayoutScope = {}): Promise<MassPayoutRecord> {
  return toMassRecord(await readMassRow(on, id, scope));
}

export async function readMassRow(on: Tx | Db, id: string, scope: MassPayoutScope = {}): Promise<MassPayoutRow> {
  const row = await maybeOne<MassPayoutRow>(on, readSql, [id, scope.profileId ?? null]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Locks one against every other change of its status or counts. @throws DomainError `not_found` */
export async function lockMassRow(tx: Tx, id: string): Promise<MassPayoutRow> {
  const row = await maybeOne<MassPayoutRow>(tx, lockSql, [id]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** {@link readMassPayout} that nobody changes until the end of the transaction. @throws DomainError `not_found` */
export async function lockMassPayout(tx: Tx, id: string, scope: MassPayoutScope): Promise<MassPayoutRecord> {
  const row = await lockMassRow(tx, id);
  if (scope.profileId !== undefined && row.profile_id !== scope.profileId) throw new DomainError('not_found');
  return toMassRecord(row);
}

/** How many of its lines are held and neither payouts yet nor given up. */
export async function waitingLines(on: Tx | Db, id: string): Promise<number> {
  const row = await maybeOne<{ waiting: string }>(on, waitingSql, [id]);
  return Number(row?.waiting ?? 0);
}

const readSql = prepared(`${massPayoutSelect} WHERE id = $1 AND ($2::uuid IS NULL OR profile_id = $2)`);
const lockSql = prepared(`${massPayoutSelect} WHERE id = $1 FOR UPDATE`);
const waitingSql = prepared(
  `SELECT coalesce(sum(lines), 0) AS waiting FROM mass_payout_slice WHERE mass_payout_id = $1 AND status = 'held'`,
);
