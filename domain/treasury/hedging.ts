import { formatAmount, minOf } from '../money/money.ts';
import { type Exact, floorTo, minorOf, ONE, parseExact, per, times } from './exact.ts';
import type { Side } from './hedge-order.ts';

/** Limits of one asset in one mode; amounts in euro cents. */
export interface HedgeLimits {
  /** A position that is worth this much is hedged at once. */
  readonly thresholdMinor: bigint;
  /** A smaller one is hedged at this age. */
  readonly maxAgeMs: number;
  /** The largest order. */
  readonly maxOrderMinor: bigint;
  /** Beyond this the hedger stops, and conversions that would add to the position are refused. */
  readonly positionMinor: bigint;
  /** How much worse than the middle of the market a trade may be. */
  readonly boundBps: number;
}

export interface HedgeSituation {
  readonly asset: string;
  /** The position left by conversions, in coins; above zero: the gateway is long. */
  readonly position: Exact;
  /** Since when it has not been zero. */
  readonly sinceMs: number | null;
  /** Euro per coin; null without a current rate. */
  readonly mid: Exact | null;
  readonly limits: HedgeLimits;
  /** Why hedging is stopped; null if it is not. */
  readonly stop: string | null;
  /** The day's loss so far, and the limit; euro cents. */
  readonly lossMinor: bigint;
  readonly dailyLossMinor: bigint;
  readonly lastOrderMs: number | null;
}

export type HedgeDecision =
  | { readonly kind: 'rest'; readonly why: string }
  | { readonly kind: 'stop'; readonly scope: 'asset' | 'all'; readonly reason: string }
  | {
      readonly kind: 'order';
      readonly side: Side;
      readonly amount: Exact;
      readonly mid: Exact;
      readonly bound: Exact;
    };

/** Between two orders of an asset: so at most ten a minute, however many conversions there are. */
export const ORDER_GAP_MS = 6_000;

/**
 * The reaction to a position. All conversions since the last order are one net amount, so opposite ones cost nothing.
 * Limits are checked before anything is traded.
 */
export function decideHedge(at: HedgeSituation, nowMs: number): HedgeDecision {
  const { position, mid, limits, lossMinor } = at;
  if (at.stop !== null) return rest(`Hedging is stopped: ${at.stop}`);
  if (position === 0n) return rest('There is no position.');
  if (mid === null) return rest('There is no current rate.');
  const size = position < 0n ? -position : position;
  const worthMinor = minorOf(times(size, mid), EURO_DECIMALS);
  if (lossMinor > at.dailyLossMinor) {
    const reason = `The day has lost ${euros(lossMinor)}, more than ${euros(at.dailyLossMinor)}.`;
    return { kind: 'stop', scope: 'all', reason };
  }
  if (worthMinor > limits.positionMinor) {
    const most = euros(limits.positionMinor);
    const reason = `The position in ${at.asset} is worth ${euros(worthMinor)}, more than ${most}.`;
    return { kind: 'stop', scope: 'asset', reason };
  }
  const ageMs = at.sinceMs === null ? 0 : nowMs - at.sinceMs;
  if (worthMinor < limits.thresholdMinor && ageMs < limits.maxAgeMs)
    return rest('The position is below its threshold.');
  if (at.lastOrderMs !== null && nowMs - at.lastOrderMs < ORDER_GAP_MS) return rest('The last order was moments ago.');
  const largest = per(limits.maxOrderMinor * CENT, mid);
  const side = position > 0n ? 'sell' : 'buy';
  return { kind: 'order', side, amount: minOf(size, largest), mid, bound: priceBound(mid, side, limits.boundBps) };
}

/** The worst price that is accepted: so many hundredths of a percent from the middle. */
export function priceBound(mid: Exact, side: Side, bps: number): Exact {
  const share = (ONE * BigInt(bps)) / 10_000n;
  return times(mid, side === 'sell' ? ONE - share : ONE + share);
}

export interface Candidate {
  /** Euro per coin, fees included. */
  readonly price: Exact;
  readonly amount: Exact;
  readonly bound: Exact;
}

/**
 * The best price within the bound. Fees count, so a price after fees may be worse than the bound of the order itself
 * by them; the bound is kept by the exchange.
 */
export function bestOffer<O extends Candidate>(offers: readonly O[], side: Side): O | undefined {
  const isBetter = (a: O, b: O) => (side === 'sell' ? a.price > b.price : a.price < b.price);
  return offers.reduce<O | undefined>(
    (best, each) => (best === undefined || isBetter(each, best) ? each : best),
    undefined,
  );
}

/** How much can be traded with what is held: coins for a sale, euro at the bound for a purchase. */
export function affordable(
  { side, amount, bound }: { readonly side: Side; readonly amount: Exact; readonly bound: Exact },
  held: { readonly coins: Exact; readonly euros: Exact },
): Exact {
  // Some exchanges take the fee on top.
  const most = side === 'sell' ? held.coins : per(times(held.euros, FEE_RESERVE), bound);
  return most <= 0n ? 0n : minOf(amount, floorTo(most, MICRO));
}

const EURO_DECIMALS = 2;
const CENT = ONE / 100n;
const MICRO = parseExact('0.000001');
const FEE_RESERVE = parseExact('0.99');

function rest(why: string): HedgeDecision {
  return { kind: 'rest', why };
}

function euros(minor: bigint): string {
  return `€${formatAmount(minor, EURO_DECIMALS)}`;
}
