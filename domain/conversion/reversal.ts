import { minOf, mulDivCeil, mulDivFloor } from '../money.ts';

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
