import type { DepositRecord } from '../../domain/deposits/record.ts';
import type { DepositStatus } from '../../domain/state/deposit-status.ts';
import {
  type Condition,
  filterConditions,
  type ListFilter,
  type ListPage,
  likeOf,
  limitOf,
  orderBy,
  type Where,
  whereOfProfile,
} from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { type JoinedRow, joinedParts, joinedSelect } from './read.ts';
import { toRecord } from './rows.ts';

export type DepositSort = 'created_at' | 'completed_at' | 'amount' | 'status';

/** The one list contract (api.md); omitted means any. */
export interface DepositFilter extends ListFilter<DepositStatus> {
  readonly profileId: string;
  readonly addressId?: string;
  /** Searches id, reference, address and transaction id. */
  readonly search?: string;
}

export interface DepositQuery extends DepositFilter, ListPage<DepositSort> {}

/** One page of a profile's deposits, newest first by default, and the total count. */
export async function listDeposits(
  db: Db,
  query: DepositQuery,
): Promise<{ readonly deposits: readonly DepositRecord[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const order = orderBy(COLUMNS[query.sort ?? 'created_at'], query.order);
  const part = `ORDER BY ${order} ${limitOf(query)}`;
  const rows = await select<JoinedRow>(db, `${joinedSelect} WHERE ${where} ${part}`, bind);
  const total = await listTotal(db, `SELECT count(*) AS total FROM deposit WHERE ${where}`, bind);
  return { deposits: rows.map((row) => toRecord(joinedParts(row))), total };
}

/** Deposits after an id, oldest first: reading on from the last id skips none. */
export async function depositsAfter(
  db: Db,
  query: DepositFilter,
  afterId: string,
  limit: number,
): Promise<readonly DepositRecord[]> {
  const { where, bind } = conditions(query);
  const sql = `${joinedSelect} WHERE ${where} AND id > $${bind.length + 1} ORDER BY id LIMIT ${limit}`;
  const rows = await select<JoinedRow>(db, sql, [...bind, afterId]);
  return rows.map((row) => toRecord(joinedParts(row)));
}

const COLUMNS: Readonly<Record<DepositSort, string>> = {
  created_at: 'id',
  completed_at: 'completed_at',
  amount: 'amount_minor',
  status: 'status',
};

function conditions(query: DepositFilter): Where {
  const requested: readonly Condition[] = [
    ...filterConditions(query),
    [query.addressId, (p) => `address_id = ${p}::uuid`],
    [likeOf(query.search), searchCondition],
  ];
  return whereOfProfile(query.profileId, requested);
}

function searchCondition(p: string): string {
  return `(id::text LIKE lower(${p}) OR reference ILIKE ${p}
    OR EXISTS (SELECT 1 FROM static_address a WHERE a.id = deposit.address_id AND a.address ILIKE ${p})
    OR EXISTS (SELECT 1 FROM payment p WHERE p.deposit_id = deposit.id AND p.txid ILIKE ${p}))`;
}
