import { bpsFloor, maxOf, minOf } from '../money/money.ts';
import { type RefundableFacts, refundableMinor } from './refund.ts';

/** A payer's refund now, in minor units of the gate. */
export interface RefundOffer {
  /** The highest amount that can be refunded. */
  readonly amountMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  /**
   * The amount that arrives if the payer pays the fees, which the merchant decides; zero if the fees leave nothing.
   */
  readonly netMinor: bigint;
}

/** The cost of a refund, for the payer who requests it (spec §9); rounded like the refund. Null if nothing is left. */
export function refundOffer(
  facts: RefundableFacts,
  {
    networkFeeMinor,
    serviceFeeBps,
    excessOnly,
    grantedMinor,
  }: {
    readonly networkFeeMinor: bigint;
    readonly serviceFeeBps: number;
    readonly excessOnly: boolean;
    /** The value that the shop granted; undefined: none in particular. */
    readonly grantedMinor?: bigint | undefined;
  },
): RefundOffer | null {
  const left = refundableMinor(facts);
  const mostMinor = excessOnly ? maxOf(0n, facts.excessMinor - facts.refundedMinor) : left;
  const amountMinor = minOf(left, grantedMinor ?? mostMinor);
  if (amountMinor === 0n) return null;
  const serviceFeeMinor = bpsFloor(amountMinor, serviceFeeBps);
  const netMinor = maxOf(0n, amountMinor - serviceFeeMinor - networkFeeMinor);
  return { amountMinor, serviceFeeMinor, networkFeeMinor, netMinor };
}
