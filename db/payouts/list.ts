import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { PayoutKind, PayoutStatus } from '../../domain/state/payout-status.ts';
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
import { selectPayouts } from './rows.ts';

export type PayoutSort = 'created_at' | 'completed_at' | 'amount' | 'status' | 'reference';

/** The one list contract (api.md); omitted means any. */
export interface PayoutQuery extends ListFilter<PayoutStatus>, ListPage<PayoutSort> {
  readonly profileId: string;
  readonly kind: PayoutKind;
  /** Searches ID, reference, description, address and transaction ID. */
  readonly search?: string;
  readonly methodId?: string;
}

/** One page of a profile's payouts, newest first by default, and the total count. */
export async function listPayouts(
  db: Db,
  query: PayoutQuery,
): Promise<{ readonly payouts: readonly PayoutRow[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const order = orderBy(COLUMNS[query.sort ?? 'created_at'], query.order);
  const page = `WHERE ${where} ORDER BY ${order} ${limitOf(query)}`;
  const payouts = await selectPayouts(db, page, bind);
  const total = await listTotal(db, `SELECT count(*) AS total FROM payout WHERE ${where}`, bind);
  return { payouts, total };
}

/** Payouts after an id, oldest first: reading on from the last id skips none and holds no connection in between. */
export async function payoutsAfter(
  db: Db,
  query: Omit<PayoutQuery, 'page' | 'perPage'>,
  afterId: string,
  limit: number,
): Promise<readonly PayoutRow[]> {
  const { where, bind } = conditions(query);
  const next = `WHERE ${where} AND id > $${bind.length + 1} ORDER BY id LIMIT ${limit}`;
  return selectPayouts(db, next, [...bind, afterId]);
}

const COLUMNS: Readonly<Record<PayoutSort, string>> = {
  created_at: 'id',
  completed_at: 'completed_at',
  amount: 'amount_minor',
  status: 'status',
  reference: 'reference',
};

function conditions(query: Omit<PayoutQuery, 'page' | 'perPage'>): Where {
  const requested: readonly Condition[] = [
    [query.kind, (p) => `kind = ${p}`],
    ...filterConditions(query),
    [query.methodId, (p) => `method_id = ${p}::uuid`],
    [likeOf(query.search), searchCondition],
  ];
  // Lines of mass payouts are listed there.
  return whereOfProfile(query.profileId, requested, 'mass_payout_id IS NULL');
}

function searchCondition(p: string): string {
  return `(id::text LIKE lower(${p}) OR reference ILIKE ${p} OR description ILIKE ${p} OR address ILIKE ${p}
    OR EXISTS (SELECT 1 FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
               WHERE l.payout_id = payout.id AND t.txid ILIKE ${p}))`;
}
