/** The offer of a payment that waits for its first block, and what its network takes. Amounts in minor units. */
export interface WaitingFee {
  /** The most that the transaction pays. */
  readonly feeMinor: bigint;
  /** Its size: virtual bytes, or units of gas. */
  readonly units: bigint;
  /** Its sender can still replace it by one that pays more. */
  readonly isReplaceable: boolean;
  /** The price of one unit that is in one of the next blocks, now; null if nobody knows. */
  readonly marketMinor: bigint | null;
}

/**
 * The place of a waiting payment in the fee market: it may wait (`low`), or one of the next blocks should have it
 * (`enough`). Null if the fee or the market is unknown.
 */
export function feePlaceOf(fee: WaitingFee | null): 'low' | 'enough' | null {
  if (fee === null || fee.marketMinor === null || fee.units <= 0n) return null;
  // The market moves with each block: nobody is asked to pay more for a difference below a tenth.
  return fee.feeMinor * 10n < fee.marketMinor * fee.units * 9n ? 'low' : 'enough';
}

const THOUSANDTHS = 1_000n;

/** Minor units for one unit in thousandths, rounded down. */
export function unitPriceMilli({ feeMinor, units }: Pick<WaitingFee, 'feeMinor' | 'units'>): bigint {
  return (feeMinor * THOUSANDTHS) / units;
}
