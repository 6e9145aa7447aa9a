import { divFloor, maxOf, minOf, mulDivCeil, mulDivFloor, pow10 } from '../money/money.ts';
import type { Ratio } from '../money/rates.ts';
import type { PartnerTerms } from './terms.ts';

/** Shares are counted in millionths of a euro, so that those of small fees add up instead of being rounded away. */
const MICRO_PER_CENT = 10_000n;
const MICRO_PLACES = 6;
const WHOLE_BPS = 10_000n;

export interface ChargedFee {
  /** Minor units of its asset. */
  readonly minor: bigint;
  readonly decimals: number;
  /** The price of one whole unit of the asset in euro. */
  readonly perUnit: Ratio;
}

/** The share of a fee in millionths of a euro; the remainder stays with the gateway. */
export function shareMicroOf({ minor, decimals, perUnit }: ChargedFee, { shareBps }: PartnerTerms): bigint {
  return mulDivFloor(
    minor,
    perUnit.num * pow10(MICRO_PLACES) * BigInt(shareBps),
    perUnit.den * pow10(decimals) * WHOLE_BPS,
  );
}

/** The part of an operation's fee, in one asset, that was not returned, and the share that it has brought. */
export interface SharedSoFar {
  readonly feeMinor: bigint;
  readonly shareMicro: bigint;
}

/**
 * The share that a returned fee takes back: at the rate of the day on which it was earned, and all of it once the whole
 * fee is returned. A fee that brought nothing, such as one from before the merchant came by the partner, takes nothing.
 */
export function reversedMicroOf(returnedMinor: bigint, { feeMinor, shareMicro }: SharedSoFar): bigint {
  if (feeMinor <= 0n) return 0n;
  return returnedMinor >= feeMinor ? shareMicro : mulDivCeil(shareMicro, returnedMinor, feeMinor);
}

/**
 * The part of a received fee that brings a share. Fees are read account by account, so a return may be seen before its
 * fee: then the fee brings the rest only.
 */
export function keptMinorOf(minor: bigint, { feeMinor }: Pick<SharedSoFar, 'feeMinor'>): bigint {
  return feeMinor < 0n ? maxOf(0n, minor + feeMinor) : minor;
}

/**
 * The euro cents that a partner has earned with these shares. It depends on their sum alone: fees, returns and
 * decisions about merchants give the same amount in any order.
 */
export function earnedMinor(accruedMicro: bigint, { capMinor }: PartnerTerms): bigint {
  return minOf(maxOf(0n, centsOf(accruedMicro)), capMinor);
}

/** Millionths of a euro as cents, rounded down. */
export function centsOf(micro: bigint): bigint {
  return divFloor(micro, MICRO_PER_CENT);
}

/** The partner's two accounts, in euro cents: earned and not settled, and owed because too much was settled. */
export interface PartnerBalance {
  readonly earningsMinor: bigint;
  readonly debtMinor: bigint;
}

/** The parts of a change of earnings, in euro cents; none is below zero. */
export interface EarningsMove {
  readonly earnMinor: bigint;
  /** Pays the debt before anything is earned. */
  readonly repayMinor: bigint;
  readonly takeMinor: bigint;
  /** Was settled already: carried to the next months, and never asked back from a bank account. */
  readonly oweMinor: bigint;
}

/** How a change of the earned amount is booked. At most one of earnings and debt is above zero afterwards. */
export function moveOf(changeMinor: bigint, { earningsMinor, debtMinor }: PartnerBalance): EarningsMove {
  const moreMinor = maxOf(0n, changeMinor);
  const lessMinor = maxOf(0n, -changeMinor);
  const repayMinor = minOf(moreMinor, debtMinor);
  const takeMinor = minOf(lessMinor, earningsMinor);
  return { earnMinor: moreMinor - repayMinor, repayMinor, takeMinor, oweMinor: lessMinor - takeMinor };
}
