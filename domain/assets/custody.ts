import type { CryptoGateId } from './assets.ts';

/** The known amounts of one asset at one block; minor units. */
export interface CustodyFigures extends CustodyAmounts {
  readonly gateId: CryptoGateId;
}

/** The figures of one asset, wherever it is held: on a chain, or at an exchange. Minor units. */
export interface CustodyAmounts {
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
 * The chain's surplus (or, below zero, its deficit) over the sum of the books and of money on its way. Fees that are
 * not final leave a span, inside of which nothing differs.
 */
export function custodyDifference(figures: CustodyAmounts): bigint {
  const most = figures.booksMinor + figures.incomingMinor - figures.outgoingMinor;
  const least = most - figures.openFeesMinor;
  if (figures.chainMinor > most) return figures.chainMinor - most;
  return figures.chainMinor < least ? figures.chainMinor - least : 0n;
}

/**
 * A difference between chain and books after a comparison, and how much of it operators know. Below zero: coins are
 * missing.
 */
export interface CustodyStanding {
  readonly differenceMinor: bigint;
  /** Since when it has been above, or below, zero. */
  readonly differsSinceMs: number | null;
  /** The difference that was last reported to operators. */
  readonly toldMinor: bigint;
  /** The change since then: added to it, or missing from it. */
  readonly untoldMinor: bigint;
  readonly untoldSinceMs: number | null;
  /** In how many looks in a row. */
  readonly untoldTimes: number;
}

/** Chain and books agree. */
export const SETTLED: CustodyStanding = {
  differenceMinor: 0n,
  differsSinceMs: null,
  toldMinor: 0n,
  untoldMinor: 0n,
  untoldSinceMs: null,
  untoldTimes: 0,
};

/** Node and books are read one after the other, so one look may catch something between the two. */
const LOOKS_TO_BELIEVE = 3;

/**
 * The consequence of a comparison: `stop` for missing coins, `tell` for a surplus; how many, minor units above zero.
 */
export type CustodyVerdict = { readonly act: 'stop' | 'tell'; readonly minor: bigint };

/**
 * Judges a comparison by what was reported to operators before. Nothing follows while it may be a matter of moments. A
 * surplus endangers nobody, and anybody can cause one by sending coins to an account of ours, so it is only reported. A
 * reported surplus is counted like coins of the books, so that it hides no loss: coins that go missing from it are
 * missing. A loss beyond the reported one stops again.
 */
export function judgeCustody(
  figures: CustodyAmounts,
  before: CustodyStanding | null,
  { nowMs, graceMs }: { readonly nowMs: number; readonly graceMs: number },
): { readonly standing: CustodyStanding; readonly verdict: CustodyVerdict | null } {
  const differenceMinor = custodyDifference(figures);
  const was = before ?? SETTLED;
  // Missing coins that came back are forgotten; a surplus that is gone is not.
  const toldMinor = differenceMinor === 0n && was.toldMinor < 0n ? 0n : was.toldMinor;
  const untoldMinor = custodyDifference({ ...figures, booksMinor: figures.booksMinor + toldMinor });
  const goesOn = sameSign(untoldMinor, was.untoldMinor);
  const since = (goes: boolean, sinceMs: number | null) => (goes ? (sinceMs ?? nowMs) : nowMs);
  const standing: CustodyStanding = {
    differenceMinor,
    differsSinceMs:
      differenceMinor === 0n ? null : since(sameSign(differenceMinor, was.differenceMinor), was.differsSinceMs),
    toldMinor,
    untoldMinor,
    untoldSinceMs: untoldMinor === 0n ? null : since(goesOn, was.untoldSinceMs),
    untoldTimes: untoldMinor === 0n ? 0 : goesOn ? was.untoldTimes + 1 : 1,
  };
  const { untoldSinceMs, untoldTimes } = standing;
  if (untoldSinceMs === null || untoldTimes < LOOKS_TO_BELIEVE || nowMs - untoldSinceMs < graceMs) {
    return { standing, verdict: null };
  }
  return {
    standing: { ...standing, toldMinor: toldMinor + untoldMinor, untoldMinor: 0n, untoldSinceMs: null, untoldTimes: 0 },
    verdict: untoldMinor < 0n ? { act: 'stop', minor: -untoldMinor } : { act: 'tell', minor: untoldMinor },
  };
}

/** The rest of a reported difference after an operator has booked coins that made a surplus. */
export function toldAfterBooking(toldMinor: bigint, bookedMinor: bigint): bigint {
  if (toldMinor <= 0n) return toldMinor;
  return toldMinor > bookedMinor ? toldMinor - bookedMinor : 0n;
}

function sameSign(one: bigint, other: bigint): boolean {
  return (one < 0n && other < 0n) || (one > 0n && other > 0n);
}

/** The known amounts of the account at the bank; cents. */
export interface BankFigures {
  /** By the last statement. */
  readonly closingMinor: bigint;
  /** Custody in the ledger. */
  readonly booksMinor: bigint;
  /** In the books by a notification, in no statement yet. */
  readonly unstatedMinor: bigint;
}

/** The bank's surplus (or, below zero, its deficit) over the sum of the books and of payments on their way. */
export function bankDifference({ closingMinor, booksMinor, unstatedMinor }: BankFigures): bigint {
  return closingMinor - (booksMinor - unstatedMinor);
}

/** From this amount on, money that belongs to nobody is reported to operators one by one: about a euro. */
export const STRAY_TOLD_FROM_MINOR: Readonly<Record<CryptoGateId, bigint>> = {
  BTC: 1_000n,
  LTC: 1_000_000n,
  BCH: 200_000n,
  ETH: 400_000_000_000_000n,
  USDT_ERC20: 1_000_000n,
  USDT_TRC20: 1_000_000n,
  TRX: 4_000_000n,
  XRP: 1_000_000n,
};
