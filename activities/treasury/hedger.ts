import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { type Db, inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { createHedgeOrder, findOpenOrder } from '../../db/treasury/orders.ts';
import { exchangeBooks } from '../../db/treasury/positions.ts';
import type { HedgeOrderRow } from '../../db/treasury/rows.ts';
import { isAtRest, notePosition, presentPosition, readSituation } from '../../db/treasury/situation.ts';
import { HEDGER, hedgeStopOf, stopHedging } from '../../db/treasury/stops.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { type Exact, formatExact } from '../../domain/treasury/exact.ts';
import type { HedgedAsset } from '../../domain/treasury/exchanges.ts';
import { affordable, bestOffer, decideHedge, type HedgeDecision } from '../../domain/treasury/hedging.ts';
import type { Exchange, Offer, TradingWay } from '../exchanges/port.ts';
import { followOrder, type HedgeFaultPoint, type Round } from './follow-order.ts';

export interface HedgerDeps {
  readonly db: Db;
  /** The accounts of the mode. */
  readonly exchanges: readonly Exchange[];
  readonly nowMs: () => number;
  /** Called at each step, so that tests can stop there. */
  readonly faultPoint?: (name: HedgeFaultPoint) => void;
}

export interface HedgeSubject {
  readonly mode: Mode;
  readonly asset: HedgedAsset;
}

/** How long an order can take to reach its exchange. */
const DEADLINE_MS = 10_000;
/** A position that should have been hedged for this long is reported to operators. */
const BEHIND_MS = 600_000;

/**
 * One round of the hedger of an asset: looks after the order that is open or, if there is none, makes one for what
 * conversions left. The rows say everything, so a round can be interrupted anywhere, repeated, and run twice at once.
 */
export async function hedgeOnce(deps: HedgerDeps, subject: HedgeSubject): Promise<Round> {
  const { mode, asset } = subject;
  if (await isAtRest(deps.db, mode, asset)) return rested('There is no position.');
  const open = await findOpenOrder(deps.db, subject);
  if (open !== undefined) return followOrder(deps, open);
  const situation = await readSituation(deps.db, mode, asset);
  const decision = decideHedge(situation, deps.nowMs());
  await noteDecision(deps, subject, { decision, isOpen: situation.position !== 0n });
  switch (decision.kind) {
    case 'rest':
      return rested(decision.why);
    case 'stop': {
      const scope = { mode, asset: decision.scope === 'all' ? '*' : asset } as const;
      await inTransaction(deps.db, (tx) => stopHedging(tx, scope, { by: HEDGER, reason: decision.reason }));
      return rested(decision.reason);
    }
    case 'order': {
      const order = await makeOrder(deps, subject, decision);
      return typeof order === 'string' ? rested(order) : followOrder(deps, order);
    }
  }
}

function rested(did: string): Round {
  return { did, isUnderWay: false };
}

async function noteDecision(
  { db, nowMs }: HedgerDeps,
  subject: HedgeSubject,
  { decision, isOpen }: { readonly decision: HedgeDecision; readonly isOpen: boolean },
): Promise<void> {
  const alert = { kind: 'hedging_behind', subject: `${subject.mode}:${subject.asset}` } as const;
  const { dueSince } = await notePosition(db, subject, { isOpen, isDue: decision.kind !== 'rest', nowMs: nowMs() });
  if (dueSince === null) await resolveAlert(db, alert);
  else if (nowMs() - dueSince.getTime() > BEHIND_MS) {
    const message = `The position in ${subject.asset} (${subject.mode}) has not been hedged for ten minutes.`;
    await raiseAlert(db, { ...alert, message });
  }
}

type OrderDecision = Extract<HedgeDecision, { readonly kind: 'order' }>;

/** Stores an order at the best price. @returns the order, or why there is none */
async function makeOrder(
  deps: HedgerDeps,
  subject: HedgeSubject,
  decision: OrderDecision,
): Promise<HedgeOrderRow | string> {
  const { db, exchanges, nowMs } = deps;
  const { side } = decision;
  const requested = await Promise.all(
    exchanges.map((exchange) => offersOf(deps, exchange, { ...subject, ...decision })),
  );
  const best = bestOffer(requested.flat(), side);
  if (best === undefined) return refused(deps, subject, decision);
  const { exchange, way, amount, bound, quote } = best;
  const deadlineMs = Math.min(nowMs() + DEADLINE_MS, quote?.untilMs ?? Number.POSITIVE_INFINITY);
  const order = await moneyTransaction(db, async (tx) => {
    // Conversions and stops go on while exchanges are asked.
    const left = await presentPosition(tx, subject.mode, subject.asset);
    // A quote may be for a little more than was requested.
    const isRequested = sizeToward(left, side) * 101n >= amount * 100n;
    if (!isRequested || (await hedgeStopOf(tx, subject.mode, subject.asset)) !== null) return null;
    return createHedgeOrder(tx, {
      ...subject,
      exchange: exchange.name,
      kind: way.kind,
      side,
      quoteId: quote?.id ?? null,
      amount: formatExact(amount),
      bound: formatExact(bound),
      mid: formatExact(decision.mid),
      deadlineAt: new Date(deadlineMs),
    });
  });
  deps.faultPoint?.('after_create');
  return order ?? 'The position has changed meanwhile.';
}

/**
 * Why nobody trades. A position that is too small for every exchange is no missing hedge, and grows or stays harmless.
 */
async function refused({ db, exchanges, nowMs }: HedgerDeps, subject: HedgeSubject, decision: OrderDecision) {
  const request = { ...subject, ...decision };
  const books = exchanges.flatMap(({ ways }) => ways.filter(({ kind }) => kind === 'order_book'));
  // One that does not answer may take it.
  const answers = await Promise.all(books.map((way) => way.isBelowMinimum(request).catch(() => false)));
  if (answers.length === 0 || answers.includes(false)) {
    return 'No exchange offers a price within the bound for what is held there.';
  }
  await notePosition(db, subject, { isOpen: true, isDue: false, nowMs: nowMs() });
  await resolveAlert(db, { kind: 'hedging_behind', subject: `${subject.mode}:${subject.asset}` });
  return 'The position is smaller than what an exchange trades.';
}

interface OfferAt extends Offer {
  readonly exchange: Exchange;
  readonly way: TradingWay;
}

/** The offers of an exchange for the assets held there. One that does not answer offers nothing. */
async function offersOf(
  { db }: HedgerDeps,
  exchange: Exchange,
  request: OrderDecision & HedgeSubject,
): Promise<OfferAt[]> {
  const books = await exchangeBooks(db, { mode: exchange.mode, exchange: exchange.name });
  const held = { coins: books.get(request.asset) ?? 0n, euros: books.get('EUR') ?? 0n };
  const amount = affordable(request, held);
  if (amount === 0n) return [];
  const offers = await Promise.all(
    exchange.ways.map(async (way) => {
      const offer = await way.offer({ ...request, amount }).catch(() => null);
      return offer === null ? [] : [{ ...offer, exchange, way }];
    }),
  );
  return offers.flat();
}

/** How much of the position a trade of this side takes away. */
function sizeToward(position: Exact, side: OrderDecision['side']): Exact {
  return side === 'sell' ? position : -position;
}
