import type { Mode } from '../../domain/assets/assets.ts';
import type { CardOrderStatus } from '../../domain/state/card-order-status.ts';
import {
  type Condition,
  filterConditions,
  type ListFilter,
  type ListPage,
  likeOf,
  limitOf,
  orderBy,
  type Where,
  whereOf,
} from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { type CardOrderRow, cardOrdersTable } from './rows.ts';

export type CardOrderSort = 'created_at' | 'delivered_at' | 'status';

/** The one list contract (api.md); omitted means any. */
export interface CardOrderFilter extends Omit<ListFilter<CardOrderStatus>, 'reference'> {
  /** The owner: one profile, or all of a mode. */
  readonly of: { readonly profileId: string } | { readonly mode: Mode };
  readonly needsOperator?: true | undefined;
  /** Searches ID, address, transaction and invoice; for staff, the number at the partner too. */
  readonly search?: string | undefined;
}

export interface CardOrderQuery extends CardOrderFilter, ListPage<CardOrderSort> {}

/** One page of card orders, newest first by default, and the total count. Drafts are the customers' own business. */
export async function listCardOrders(
  db: Db,
  query: CardOrderQuery,
): Promise<{ readonly orders: readonly CardOrderRow[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const order = orderBy(COLUMNS[query.sort ?? 'created_at'], query.order);
  const rows = await select<object>(
    db,
    `SELECT ${cardOrdersTable.selected()} FROM card_order WHERE ${where} ORDER BY ${order} ${limitOf(query)}`,
    bind,
  );
  const total = await listTotal(db, `SELECT count(*) AS total FROM card_order WHERE ${where}`, bind);
  return { orders: rows.map(toRow), total };
}

/** Card orders after an ID, oldest first: reading on from the last ID skips none. */
export async function cardOrdersAfter(
  db: Db,
  query: CardOrderFilter,
  afterId: string,
  limit: number,
): Promise<readonly CardOrderRow[]> {
  const { where, bind } = conditions(query);
  const after = `id > $${bind.length + 1}`;
  const rows = await select<object>(
    db,
    `SELECT ${cardOrdersTable.selected()} FROM card_order WHERE ${where} AND ${after} ORDER BY id LIMIT ${limit}`,
    [...bind, afterId],
  );
  return rows.map(toRow);
}

/** Read beside the rows: the customer's address, and the name of the merchant. */
export interface CardOrderPeople {
  readonly email: string | null;
  readonly merchantName: string | null;
}

/** The people of these orders, by the order's ID. */
export async function peopleOf(db: Db, rows: readonly CardOrderRow[]): Promise<ReadonlyMap<string, CardOrderPeople>> {
  if (rows.length === 0) return new Map();
  const found = await select<CardOrderPeople & { readonly id: string }>(db, peopleSql, [rows.map(({ id }) => id)]);
  return new Map(found.map(({ id, ...people }) => [id, people]));
}

const peopleSql = prepared(`
  SELECT o.id, c.email, m.company_name AS "merchantName"
  FROM card_order o JOIN merchant m ON m.id = o.merchant_id LEFT JOIN card_customer c ON c.id = o.customer_id
  WHERE o.id = ANY($1::uuid[])`);

const COLUMNS: Readonly<Record<CardOrderSort, string>> = {
  created_at: 'id',
  delivered_at: 'delivered_at',
  status: 'status',
};

function toRow(raw: object): CardOrderRow {
  return cardOrdersTable.read(raw) as CardOrderRow;
}

function conditions({ of, search, needsOperator, ...filter }: CardOrderFilter): Where {
  const isShop = 'profileId' in of;
  const requested: readonly Condition[] = [
    ...filterConditions(filter),
    [needsOperator, (p) => `needs_operator = ${p}`],
    [likeOf(search), (p) => `(${searchCondition(p)}${isShop ? '' : ` OR partner_order_id ILIKE ${p}`})`],
  ];
  const placed = 'placed_at IS NOT NULL';
  return isShop ? whereOf('profile_id', of.profileId, requested, placed) : whereOf('mode', of.mode, requested, placed);
}

function searchCondition(p: string): string {
  return `id::text LIKE lower(${p}) OR address ILIKE ${p} OR txid ILIKE ${p} OR delivered_txid ILIKE ${p}
    OR invoice_id::text LIKE lower(${p})`;
}
