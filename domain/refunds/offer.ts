import { bpsFloor, maxOf, minOf } from '../money.ts';
import { type RefundableFacts, refundableMinor } from './refund.ts';

/** What a payer may expect of a refund now, in minor units of the gate. */
export interface RefundOffer {
  /** The most that is meant to go back. */
  readonly amountMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  /** What arrives where the payer pays the fees, which the merchant decides; zero where they leave nothing. */
  readonly netMinor: bigint;
}

/**
 * What a refund costs, for who asks for it (spec §9); rounded as the refund itself. Null where nothing is left to go
 * back.
 */
export function refundOffer(
  facts: RefundableFacts,
  {
    networkFeeMinor,
    serviceFeeBps,
    excessOnly,
  }: { readonly networkFeeMinor: bigint; readonly serviceFeeBps: number; readonly excessOnly: boolean },
): RefundOffer | null {
  const left = refundableMinor(facts);
  const amountMinor = excessOnly ? minOf(left, maxOf(0n, facts.excessMinor - facts.refundedMinor)) : left;
  if (amountMinor === 0n) return null;
  const serviceFeeMinor = bpsFloor(amountMinor, serviceFeeBps);
  const netMinor = maxOf(0n, amountMinor - serviceFeeMinor - networkFeeMinor);
  return { amountMinor, serviceFeeMinor, networkFeeMinor, netMinor };
}
