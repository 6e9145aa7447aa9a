import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { isFromBeforeRestore } from '../../db/core/restored.ts';
import { type Db, moneyTransaction, retrying } from '../../db/core/sequelize.ts';
import { applyStep } from '../../db/process/apply.ts';
import { type HedgeOrderEvent, hedgeOrders } from '../../db/treasury/orders.ts';
import { type HedgeOrderRow, hedgeOrdersTable } from '../../db/treasury/rows.ts';
import { hedgeStopOf } from '../../db/treasury/stops.ts';
import { newId } from '../../domain/ids.ts';
import { formatExact, parseExact } from '../../domain/treasury/exact.ts';
import { DEADLINE_GRACE_MS, type HedgeOrderStatus } from '../../domain/treasury/hedge-order.ts';
import {
  type Exchange,
  ExchangeRefusedError,
  type FoundOrder,
  type TradingWay,
  type VenueOrder,
} from '../exchanges/port.ts';

/** The steps around each call and each transaction of an order, in their order. */
export type HedgeFaultPoint = 'after_create' | 'before_place' | 'after_place' | 'before_book' | 'after_book';

export interface FollowDeps {
  readonly db: Db;
  readonly exchanges: readonly Exchange[];
  readonly nowMs: () => number;
  readonly faultPoint?: (name: HedgeFaultPoint) => void;
}

/** An order that stays open this long after it was sent is canceled. */
const OPEN_MS = 5_000;
/** Its outcome should be known long before. */
const UNKNOWN_MS = 300_000;

/** The actions of a round, for operators. */
export interface Round {
  readonly did: string;
  /** True while an order is at its exchange: the next round should follow soon. */
  readonly isUnderWay: boolean;
}

/**
 * Brings an order one step further. It is sent by the one caller whose step made it `sending`, and never again.
 * Whatever happened to the call, the exchange is asked by our id until it knows the order, or its deadline passed
 * without it.
 */
export async function followOrder(deps: FollowDeps, order: HedgeOrderRow): Promise<Round> {
  const way = wayOf(deps.exchanges, order);
  if (way === undefined) {
    await tellUnknown(deps, order, `${order.exchange} is not configured any more.`);
    return { did: `The order ${order.id} waits for ${order.exchange}.`, isUnderWay: false };
  }
  if (order.status === 'new') {
    // It may have left since the moment of the backup: then the exchange knows it, with everything it filled.
    if (await isFromBeforeRestore(deps.db, order.createdAt)) return findRestored(deps, way, order);
    const status = await send(deps, way, order);
    if (status !== 'sending') return say(order, status);
  }
  return lookUp(deps, way, order);
}

/** Looks an order up that may have been sent, and does not send it. */
async function findRestored(deps: FollowDeps, way: TradingWay, order: HedgeOrderRow): Promise<Round> {
  await step(deps, order, { type: 'send', by: newId() }, 'send');
  return lookUp(deps, way, order);
}

/** Looks once more at an order that was closed a while ago: an exchange may list a trade late. */
export async function recheckOrder(deps: FollowDeps, order: HedgeOrderRow): Promise<void> {
  const way = wayOf(deps.exchanges, order);
  const found = (await way?.find(venueOrderOf(order))) ?? null;
  if (found !== null) await apply(deps, order, eventOf(found));
  await hedgeOrdersTable.update(deps.db, { recheckedAt: new Date(deps.nowMs()) }, { id: order.id });
}

async function send(deps: FollowDeps, way: TradingWay, order: HedgeOrderRow): Promise<HedgeOrderStatus> {
  if (deps.nowMs() >= order.deadlineAt.getTime()) {
    return apply(deps, order, { type: 'withdraw', reason: 'It was not sent before its deadline.' });
  }
  const stop = await hedgeStopOf(deps.db, order.mode, order.asset);
  if (stop !== null) return apply(deps, order, { type: 'withdraw', reason: stop });
  const by = newId();
  const { sender } = await step(deps, order, { type: 'send', by }, 'send');
  if (sender !== by) return 'sending';
  deps.faultPoint?.('before_place');
  const stoppedSince = await hedgeStopOf(deps.db, order.mode, order.asset);
  if (stoppedSince !== null)
    return (await step(deps, order, { type: 'refuse', reason: stoppedSince }, 'refuse')).status;
  try {
    await way.place(venueOrderOf(order));
  } catch (error) {
    // Any other error may hide an order that was accepted.
    if (error instanceof ExchangeRefusedError) {
      return (await step(deps, order, { type: 'refuse', reason: error.message.slice(0, 500) }, 'refuse')).status;
    }
  }
  deps.faultPoint?.('after_place');
  return 'sending';
}

async function lookUp(deps: FollowDeps, way: TradingWay, order: HedgeOrderRow): Promise<Round> {
  const { nowMs } = deps;
  const venueOrder = venueOrderOf(order);
  let found: FoundOrder | null;
  try {
    found = await way.find(venueOrder);
    if (found?.isOpen && nowMs() - venueOrder.sentAtMs > OPEN_MS) {
      await way.cancel(venueOrder);
      // Its fills until it was canceled.
      found = await way.find(venueOrder);
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message.slice(0, 300) : String(error);
    await tellUnknown(deps, order, problem);
    return { did: `The outcome of the order ${order.id} is not known yet: ${problem}`, isUnderWay: true };
  }
  if (found !== null) return say(order, await apply(deps, order, eventOf(found)));
  if (nowMs() <= order.deadlineAt.getTime() + DEADLINE_GRACE_MS) {
    return { did: `${order.exchange} does not know the order ${order.id} yet.`, isUnderWay: true };
  }
  return say(order, (await step(deps, order, { type: 'give_up' }, 'give_up')).status);
}

function eventOf({ venueId, isOpen, fills }: FoundOrder): HedgeOrderEvent {
  return { type: 'find', venueId, isOpen, fills };
}

/** A step that may be repeated, because the row decides. */
async function apply(deps: FollowDeps, order: HedgeOrderRow, event: HedgeOrderEvent): Promise<HedgeOrderStatus> {
  return (await step(deps, order, event, null)).status;
}

async function step(deps: FollowDeps, { id, mode }: HedgeOrderRow, event: HedgeOrderEvent, cause: string | null) {
  if (event.type === 'find') deps.faultPoint?.('before_book');
  const answer = await retrying(() =>
    moneyTransaction(deps.db, (tx) => applyStep(tx, hedgeOrders, { id, event, cause, nowMs: deps.nowMs() })),
  );
  if (event.type === 'find') deps.faultPoint?.('after_book');
  if (answer.status === 'done' || answer.status === 'canceled') {
    await resolveAlert(deps.db, { kind: 'hedge_order_unknown', subject: `${mode}:${id}` });
  }
  return answer;
}

async function tellUnknown({ db, nowMs }: FollowDeps, order: HedgeOrderRow, problem: string): Promise<void> {
  if (nowMs() - order.createdAt.getTime() < UNKNOWN_MS) return;
  const { id, mode, exchange, side, amount, asset } = order;
  const what = `${side} ${amount} ${asset} at ${exchange}, ${mode}`;
  const message = `The outcome of the order ${id} (${what}) is unknown: ${problem}`;
  await raiseAlert(db, { kind: 'hedge_order_unknown', subject: `${mode}:${id}`, message });
}

function wayOf(exchanges: readonly Exchange[], { exchange, kind }: HedgeOrderRow): TradingWay | undefined {
  return exchanges.find(({ name }) => name === exchange)?.ways.find((way) => way.kind === kind);
}

function venueOrderOf(order: HedgeOrderRow): VenueOrder {
  const { id, asset, side, quoteId, deadlineAt, sentAt, createdAt } = order;
  return {
    id,
    asset,
    side,
    quoteId,
    amount: parseExact(order.amount),
    bound: parseExact(order.bound),
    deadlineMs: deadlineAt.getTime(),
    sentAtMs: (sentAt ?? createdAt).getTime(),
  };
}

function say({ side, amount, asset, exchange }: HedgeOrderRow, status: HedgeOrderStatus): Round {
  const isUnderWay = status !== 'done' && status !== 'canceled';
  const size = formatExact(parseExact(amount));
  return { did: `The order to ${side} ${size} ${asset} at ${exchange} is ${status}.`, isUnderWay };
}
