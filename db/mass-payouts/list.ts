import type { MassPayoutStatus } from '../../domain/state/mass-payout.ts';
import {
  filterConditions,
  type ListFilter,
  type ListPage,
  likeOf,
  limitOf,
  orderBy,
  type Where,
  whereOfProfile,
} from '../core/list-query.ts';
import type { Db } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import { type MassPayoutRow, massPayoutsTable } from './rows.ts';

/** The one list contract (api.md); omitted means any. `gateId` matches those with a payment in the asset. */
export interface MassPayoutQuery
  extends Pick<ListFilter<MassPayoutStatus>, 'status' | 'gateId' | 'ids' | 'dateFrom' | 'dateTo'>,
    ListPage<'created_at'> {
  readonly profileId: string;
  /** Searches id and file name. */
  readonly search?: string;
}

/** One page of a profile's mass payouts, newest first by default, and the total count. */
export async function listMassPayouts(
  db: Db,
  query: MassPayoutQuery,
): Promise<{ readonly massPayouts: readonly MassPayoutRow[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const rows = await select<object>(
    db,
    `SELECT ${massPayoutsTable.selected()} FROM mass_payout WHERE ${where}
     ORDER BY ${orderBy('id', query.order)} ${limitOf(query)}`,
    bind,
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total FROM mass_payout WHERE ${where}`, bind);
  return { massPayouts: rows.map((row) => massPayoutsTable.read(row)), total: Number(total) };
}

function conditions({ profileId, gateId, search, ...filter }: MassPayoutQuery): Where {
  return whereOfProfile(profileId, [
    ...filterConditions(filter),
    [gateId, (p) => `EXISTS (SELECT 1 FROM jsonb_array_elements(totals) t WHERE t->>'gateId' = ${p})`],
    [likeOf(search), (p) => `(id::text LIKE lower(${p}) OR file_name ILIKE ${p})`],
  ]);
}
