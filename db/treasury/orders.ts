import { Op } from 'sequelize';
import type { Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import { formatExact, parseExact } from '../../domain/treasury/exact.ts';
import type { HedgedAsset } from '../../domain/treasury/exchanges.ts';
import {
  DEADLINE_GRACE_MS,
  type HedgeOrderStatus,
  hedgeOrderTable,
  OPEN_ORDER_STATUSES,
} from '../../domain/treasury/hedge-order.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, one, prepared, select } from '../core/sql.ts';
import { type Decided, type Decision, defineProcess } from '../process/define.ts';
import { bookedTrades, bookFills, type ReportedFill } from './fills.ts';
import { type HedgeOrderRow, hedgeOrdersTable } from './rows.ts';

export type HedgeOrderEvent =
  /** `by` names the caller who may send it: the first one. */
  | { readonly type: 'send'; readonly by: string }
  | { readonly type: 'refuse'; readonly reason: string }
  | {
      readonly type: 'find';
      readonly venueId: string;
      readonly isOpen: boolean;
      readonly fills: readonly ReportedFill[];
    }
  | { readonly type: 'give_up' }
  | { readonly type: 'withdraw'; readonly reason: string };

interface HedgeOrderKind {
  readonly row: HedgeOrderRow;
  readonly facts: { readonly row: HedgeOrderRow; readonly booked: ReadonlySet<string> };
  readonly event: HedgeOrderEvent;
  readonly outcome: Decision & {
    readonly status: HedgeOrderStatus;
    readonly effects: readonly { readonly type: 'book_fills' }[];
  };
  readonly answer: { readonly status: HedgeOrderStatus; readonly sender: string | null };
}

/** An order at an exchange. It has no workflow: the hedger of its asset looks after the one that is open. */
export const hedgeOrders = defineProcess<HedgeOrderKind>({
  name: 'hedge_order',
  table: hedgeOrdersTable,
  changes: ['version', 'status', 'reason', 'venueId', 'filled', 'cost', 'sentAt', 'closedAt'],
  lock: async (tx, ids) => {
    const rows = (await select<object>(tx, lockSql, [ids])).map((raw) => hedgeOrdersTable.read(raw) as HedgeOrderRow);
    const booked = await bookedTrades(tx, ids);
    return new Map(rows.map((row) => [row.id, { row, booked: booked.get(row.id) ?? new Set() }]));
  },
  decide: ({ row, booked }, { event, nowMs }) => {
    const fills = event.type === 'find' ? event.fills : [];
    const hasNewFills = fills.some(({ tradeId }) => !booked.has(tradeId));
    const position = {
      isOpen: event.type === 'find' && event.isOpen,
      hasNewFills,
      hasFills: fills.length > 0 || booked.size > 0,
      isOverdue: nowMs > row.deadlineAt.getTime() + DEADLINE_GRACE_MS,
    };
    const { to, marks = [] } = ruleFor(hedgeOrderTable, { status: row.status, event: event.type, position });
    const status = statusAfter(to, row.status);
    const changed = status !== row.status || hasNewFills;
    return { changed, status, effects: changed ? marks.map((type) => ({ type })) : [] };
  },
  after: ({ before: { row }, outcome: { status }, step: { event, nowMs } }) => ({
    ...row,
    version: row.version + 1,
    status,
    reason: reasonOf(event) ?? row.reason,
    venueId: event.type === 'find' ? event.venueId : row.venueId,
    sentAt: event.type === 'send' ? new Date(nowMs) : row.sentAt,
    closedAt: status === 'done' || status === 'canceled' ? (row.closedAt ?? new Date(nowMs)) : null,
  }),
  effects: { book_fills: bookReported },
  answer: ({ step: { event } }, { status }) => ({ status, sender: event.type === 'send' ? event.by : null }),
});

function reasonOf(event: HedgeOrderEvent): string | null {
  if (event.type === 'give_up') return 'The exchange never had it.';
  return 'reason' in event ? event.reason : null;
}

async function bookReported(tx: Tx, decided: readonly Decided<HedgeOrderKind>[]) {
  const sums = new Map<string, Pick<HedgeOrderRow, 'filled' | 'cost'>>();
  for (const { before, step } of decided) {
    if (step.event.type !== 'find') continue;
    await bookFills(tx, before.row, step.event.fills);
    const sum = await one<{ filled: string; cost: string }>(tx, sumsSql, [before.row.id]);
    sums.set(before.row.id, { filled: plain(sum.filled), cost: plain(sum.cost) });
  }
  return { columns: sums };
}

export type NewHedgeOrder = Pick<
  HedgeOrderRow,
  'mode' | 'exchange' | 'kind' | 'asset' | 'side' | 'amount' | 'bound' | 'mid' | 'quoteId' | 'deadlineAt'
>;

/** Stores an order before it leaves. @returns null if the asset has an open order already */
export async function createHedgeOrder(tx: Tx, order: NewHedgeOrder): Promise<HedgeOrderRow | null> {
  const { mode, asset } = order;
  await lockUntilCommit(tx, `hedge:${mode}:${asset}`);
  if ((await findOpenOrder(tx, { mode, asset })) !== undefined) return null;
  return hedgeOrdersTable.create(tx, { id: newId(), ...order });
}

export function findOpenOrder(
  on: Tx | Db,
  { mode, asset }: { readonly mode: Mode; readonly asset: HedgedAsset },
): Promise<HedgeOrderRow | undefined> {
  return hedgeOrdersTable.findOne(on, { mode, asset, status: { [Op.in]: OPEN_ORDER_STATUSES } });
}

function plain(text: string): string {
  return formatExact(parseExact(text));
}
const lockSql = prepared(`
  SELECT ${hedgeOrdersTable.selected()} FROM hedge_order WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
const sumsSql = prepared(`
  SELECT coalesce(sum(amount), 0)::text AS filled, coalesce(sum(cost), 0)::text AS cost
  FROM hedge_fill WHERE order_id = $1`);
