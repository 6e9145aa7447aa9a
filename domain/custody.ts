import type { CryptoGateId } from './assets.ts';

/** What is known of one asset at one block; minor units. */
export interface CustodyFigures {
  readonly gateId: CryptoGateId;
  /** On the addresses of ours, by the node. */
  readonly chainMinor: bigint;
  /** Custody in the ledger. */
  readonly booksMinor: bigint;
  /** On the chain, not in the books yet: payments below their confirmations. */
  readonly incomingMinor: bigint;
  /** Gone on the chain, not in the books yet: payouts below their confirmations. */
  readonly outgoingMinor: bigint;
  /** The most that fees which are not in the books yet can be. */
  readonly openFeesMinor: bigint;
}

/**
 * What the chain has more (or, below zero, less) than books and what is on its way explain. Fees that are not final leave a span, inside of which nothing
 * differs.
 */
export function custodyDifference(figures: CustodyFigures): bigint {
  const most = figures.booksMinor + figures.incomingMinor - figures.outgoingMinor;
  const least = most - figures.openFeesMinor;
  if (figures.chainMinor > most) return figures.chainMinor - most;
  return figures.chainMinor < least ? figures.chainMinor - least : 0n;
}

/** A difference that was found, and for how long. */
export interface StandingDifference {
  readonly differenceMinor: bigint;
  readonly sinceMs: number;
  /** In how many looks in a row. */
  readonly times: number;
}

/** Node and books are read one after the other, so one look may catch something between the two. */
const LOOKS_TO_BELIEVE = 3;

/**
 * What follows from a difference: `wait` while it may be a matter of moments; `stop` for coins that are missing; `tell` for a surplus, which endangers nobody and which
 * anybody can cause by sending coins to an account of ours.
 */
export function custodyVerdict(
  { differenceMinor, sinceMs, times }: StandingDifference,
  { nowMs, graceMs }: { readonly nowMs: number; readonly graceMs: number },
): 'wait' | 'stop' | 'tell' {
  if (times < LOOKS_TO_BELIEVE || nowMs - sinceMs < graceMs) return 'wait';
  return differenceMinor < 0n ? 'stop' : 'tell';
}
