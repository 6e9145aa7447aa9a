import { fieldError } from '../errors.ts';
import { bpsFloor, divFloor, minOf } from '../money/money.ts';

/** The party that pays the service and network fees of a payout (spec §9, "fee allocation"). */
export type PayoutFeePayer = 'merchant' | 'recipient';

export interface PayoutTerms {
  readonly feePayer: PayoutFeePayer;
  /** The fee of the merchant's plan on the requested amount. */
  readonly serviceFeeBps: number;
  /** The network fee that is charged, in the payout's asset. */
  readonly networkFeeMinor: bigint;
}

/** Minor units of the asset; `heldMinor = netMinor + serviceFeeMinor + networkFeeMinor`, to the last unit. */
export interface PayoutQuote {
  /** The amount that reaches the address. */
  readonly netMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  /** The amount that leaves the balance. */
  readonly heldMinor: bigint;
}

/**
 * Splits a requested amount. If the merchant pays the fees, the address receives the amount and the fees come on top.
 * If the recipient pays, the fees are deducted from the amount. The service fee is rounded down in favor of the payer.
 * @throws DomainError 422 on `amount` when the fees leave nothing
 */
export function quotePayout(
  amountMinor: bigint,
  { feePayer, serviceFeeBps, networkFeeMinor }: PayoutTerms,
): PayoutQuote {
  if (amountMinor <= 0n) throw fieldError('amount', 'Amount must be greater than 0', 'amount_too_small');
  const serviceFeeMinor = bpsFloor(amountMinor, serviceFeeBps);
  const feesMinor = serviceFeeMinor + networkFeeMinor;
  if (feePayer === 'merchant') {
    return { netMinor: amountMinor, serviceFeeMinor, networkFeeMinor, heldMinor: amountMinor + feesMinor };
  }
  const netMinor = amountMinor - feesMinor;
  if (netMinor <= 0n) throw fieldError('amount', 'The fees leave nothing of this amount.', 'amount_too_small');
  return { netMinor, serviceFeeMinor, networkFeeMinor, heldMinor: amountMinor };
}

/**
 * The largest amount whose hold fits into a balance, for payouts of the whole balance; zero if it does not even cover
 * the fees. If the merchant pays the fees, at most one minor unit is left over.
 */
export function largestAmount(
  availableMinor: bigint,
  { feePayer, serviceFeeBps, networkFeeMinor }: PayoutTerms,
): bigint {
  if (feePayer === 'recipient') return availableMinor;
  const left = availableMinor - networkFeeMinor;
  if (left <= 0n) return 0n;
  // amount + floor(amount × bps ÷ 10,000) ≤ left: because of the floor, the first guess may be one too small.
  const guess = divFloor(left * BPS, BPS + BigInt(serviceFeeBps));
  const next = guess + 1n;
  return minOf(next + bpsFloor(next, serviceFeeBps) <= left ? next : guess, left);
}

const BPS = 10_000n;
