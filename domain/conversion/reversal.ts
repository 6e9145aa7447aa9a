import { maxOf, minOf, mulDivCeil, mulDivFloor } from '../money/money.ts';

/** A conversion that may be taken back, with what was already; minor units. */
export interface Reversible {
  readonly id: string;
  readonly amountFromMinor: bigint;
  readonly amountToMinor: bigint;
  readonly feeMinor: bigint;
  readonly reversedFromMinor: bigint;
  readonly reversedToMinor: bigint;
  readonly reversedFeeMinor: bigint;
}

export interface Reversal {
  readonly id: string;
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
  readonly feeMinor: bigint;
}

/** A conversion with the rate it was made at: the one locked for an invoice, or that of the moment. */
export interface RatedConversion extends Reversible {
  readonly rateAt: 'locked' | 'present';
}

/**
 * The same where parts were made at different rates: what was made at the locked rate is taken back down to
 * `lockedLeftMinor`, the rest from what was made at the rate of the moment. If one side does not have it, the other
 * gives it.
 */
export function reversalsByRate(
  conversions: readonly RatedConversion[],
  { minor, lockedLeftMinor }: { readonly minor: bigint; readonly lockedLeftMinor: bigint },
): Reversal[] {
  const locked = conversions.filter(({ rateAt }) => rateAt === 'locked');
  const present = conversions.filter(({ rateAt }) => rateAt === 'present');
  const lockedLostMinor = minOf(minor, maxOf(0n, leftOf(locked) - lockedLeftMinor));
  const fromLockedMinor = maxOf(lockedLostMinor, minor - leftOf(present));
  return [...reversalsOf(present, minor - fromLockedMinor), ...reversalsOf(locked, fromLockedMinor)];
}

function leftOf(conversions: readonly Reversible[]): bigint {
  return conversions.reduce((sum, each) => sum + each.amountFromMinor - each.reversedFromMinor, 0n);
}

/**
 * How much of each conversion is taken back so that `minor` returns, in the order given. A part takes its share of both
 * sides, what the merchant got rounded up; the last part takes exactly what is left, so a whole conversion comes back
 * to the unit.
 */
export function reversalsOf(conversions: readonly Reversible[], minor: bigint): Reversal[] {
  let missingMinor = minor;
  return conversions.flatMap((each): Reversal[] => {
    const leftMinor = each.amountFromMinor - each.reversedFromMinor;
    const fromMinor = minOf(missingMinor, leftMinor);
    if (fromMinor <= 0n) return [];
    missingMinor -= fromMinor;
    const toLeftMinor = each.amountToMinor - each.reversedToMinor;
    const feeLeftMinor = each.feeMinor - each.reversedFeeMinor;
    if (fromMinor === leftMinor) return [{ id: each.id, fromMinor, toMinor: toLeftMinor, feeMinor: feeLeftMinor }];
    const toMinor = minOf(toLeftMinor, mulDivCeil(each.amountToMinor, fromMinor, each.amountFromMinor));
    const feeMinor = minOf(feeLeftMinor, mulDivFloor(each.feeMinor, fromMinor, each.amountFromMinor));
    return [{ id: each.id, fromMinor, toMinor, feeMinor }];
  });
}
