import { fieldError } from '../errors.ts';
import { bpsFloor, divFloor, minOf } from '../money.ts';

/** Who pays service and network fee of money that goes out (spec §9, "fee allocation"). */
export type PayoutFeePayer = 'merchant' | 'recipient';

export interface PayoutTerms {
  readonly feePayer: PayoutFeePayer;
  /** Of the merchant's plan, on the amount asked. */
  readonly serviceFeeBps: number;
  /** What is charged for the network, in the asset itself. */
  readonly networkFeeMinor: bigint;
}

/** Minor units of the asset; `heldMinor = netMinor + serviceFeeMinor + networkFeeMinor`, to the last unit. */
export interface PayoutQuote {
  /** What reaches the address. */
  readonly netMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  /** What leaves the balance. */
  readonly heldMinor: bigint;
}

/**
 * What an amount asked for means. The merchant pays: the address gets the amount, the fees come on top. The recipient
 * pays: the balance is lowered by the amount, the fees are taken from it. The service fee is rounded down: the payer
 * keeps the remainder.
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
 * The largest amount whose hold fits into a balance, for payouts that take all of it; zero when not even the fees fit.
 * At most one unit of the asset is left over when the merchant pays.
 */
export function largestAmount(
  availableMinor: bigint,
  { feePayer, serviceFeeBps, networkFeeMinor }: PayoutTerms,
): bigint {
  if (feePayer === 'recipient') return availableMinor;
  const left = availableMinor - networkFeeMinor;
  if (left <= 0n) return 0n;
  // amount + floor(amount × bps ÷ 10 000) ≤ left: the floor lets the first guess be short by one.
  const guess = divFloor(left * BPS, BPS + BigInt(serviceFeeBps));
  const next = guess + 1n;
  return minOf(next + bpsFloor(next, serviceFeeBps) <= left ? next : guess, left);
}

const BPS = 10_000n;
