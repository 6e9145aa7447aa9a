import { divFloor } from '../money/money.ts';
import type { CardEarnings } from '../state/card-order.ts';

/** The terms of an order when it was made. */
export interface CardTerms {
  /** The gateway's commission, of the fiat total. */
  readonly commissionBps: number;
  /** The shop's part of the commission. */
  readonly shareBps: number;
}

/** How long the earnings of a delivered order wait: until then, cardholders take payments back. */
export const MATURITY_MS = 90 * 86_400_000;

/**
 * The earnings of a delivered order in euro cents. Both divisions are rounded down: the rest of the commission stays
 * with the partner, the rest of the share with the gateway.
 */
export function cardEarnings(euroMinor: bigint, { commissionBps, shareBps }: CardTerms): CardEarnings {
  const commissionMinor = divFloor(euroMinor * BigInt(commissionBps), WHOLE);
  return { euroMinor, commissionMinor, shareMinor: divFloor(commissionMinor * BigInt(shareBps), WHOLE) };
}

const WHOLE = 10_000n;
