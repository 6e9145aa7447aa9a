import type { AnyWithdrawal } from '../../contract/withdrawals.view.ts';
import type { WithdrawalStatus } from '../../domain/state/withdrawal-status.ts';
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
import type { Db } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import { readAnyWithdrawals } from './read.ts';

export type WithdrawalSort = 'created_at' | 'completed_at' | 'amount' | 'status';

/** The one list contract (api.md); omitted means any. */
export interface WithdrawalFilter extends ListFilter<WithdrawalStatus> {
  readonly profileId: string;
  /** Searches id, method, recipient, bank reference and transaction id. */
  readonly search?: string;
  readonly methodId?: string;
}

export interface WithdrawalQuery extends WithdrawalFilter, ListPage<WithdrawalSort> {}

/** One page of a profile's withdrawals, in euro and coins, newest first by default, and the total count. */
export async function listWithdrawals(
  db: Db,
  query: WithdrawalQuery,
): Promise<{ readonly withdrawals: readonly AnyWithdrawal[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const order = orderBy(COLUMNS[query.sort ?? 'created_at'], query.order);
  const pageSql = `SELECT id FROM ${ALL} WHERE ${where} ORDER BY ${order} ${limitOf(query)}`;
  const ids = (await select<{ id: string }>(db, pageSql, bind)).map(({ id }) => id);
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total FROM ${ALL} WHERE ${where}`, bind);
  return { withdrawals: await readAnyWithdrawals(db, ids, query.profileId), total: Number(total) };
}

/** Withdrawals after an id, oldest first: reading on from the last id skips none. */
export async function withdrawalsAfter(
  db: Db,
  query: WithdrawalFilter,
  afterId: string,
  limit: number,
): Promise<readonly AnyWithdrawal[]> {
  const { where, bind } = conditions(query);
  const sql = `SELECT id FROM ${ALL} WHERE ${where} AND id > $${bind.length + 1} ORDER BY id LIMIT ${limit}`;
  const rows = await select<{ id: string }>(db, sql, [...bind, afterId]);
  return readAnyWithdrawals(
    db,
    rows.map(({ id }) => id),
    query.profileId,
  );
}

const COLUMNS: Readonly<Record<WithdrawalSort, string>> = {
  created_at: 'id',
  completed_at: 'completed_at',
  amount: 'amount_minor',
  status: 'status',
};

const shared = 'id, profile_id, status, gate_id, amount_minor, method_id, created_at, completed_at';
const ALL = `(
  SELECT ${shared}, method_title AS title, iban AS place, bank_reference FROM withdrawal
  UNION ALL
  SELECT ${shared}, description, address, NULL FROM payout WHERE kind = 'withdrawal') AS w`;

function conditions(query: WithdrawalFilter): Where {
  const requested: readonly Condition[] = [
    ...filterConditions(query),
    [query.methodId, (p) => `method_id = ${p}::uuid`],
    [likeOf(query.search), searchCondition],
  ];
  return whereOfProfile(query.profileId, requested);
}

function searchCondition(p: string): string {
  return `(id::text LIKE lower(${p}) OR title ILIKE ${p} OR place ILIKE replace(${p}, ' ', '')
    OR bank_reference ILIKE ${p}
    OR EXISTS (SELECT 1 FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
               WHERE l.payout_id = w.id AND t.txid ILIKE ${p}))`;
}
