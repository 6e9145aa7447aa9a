import { DomainError, type ErrorCode } from '../errors.ts';

/** The limits for outgoing money, in minor units of one gate; null means unlimited. */
export interface PayoutLimits {
  readonly minMinor: bigint;
  readonly maxMinor: bigint | null;
  readonly hourlyMinor: bigint | null;
  readonly dailyMinor: bigint | null;
}

/** The sums that were sent, or are on their way, in the last hour and the last day. */
export interface PayoutUse {
  readonly hourMinor: bigint;
  readonly dayMinor: bigint;
}

/** @throws DomainError `amount_too_small`, `amount_too_large` on `amount` (spec §8) */
export function checkPayoutAmount(amountMinor: bigint, { minMinor, maxMinor }: PayoutLimits): void {
  if (amountMinor < minMinor) throw refuse('amount_too_small', 'Amount is less than the minimum value');
  if (maxMinor !== null && amountMinor > maxMinor) {
    throw refuse('amount_too_large', 'Amount is greater than the maximum value');
  }
}

/** Which limit the amount would exceed, if any. `use` does not include the amount. */
export function exceededLimit(
  amountMinor: bigint,
  use: PayoutUse,
  { hourlyMinor, dailyMinor }: PayoutLimits,
): 'hourly_limit' | 'daily_limit' | null {
  if (hourlyMinor !== null && use.hourMinor + amountMinor > hourlyMinor) return 'hourly_limit';
  if (dailyMinor !== null && use.dayMinor + amountMinor > dailyMinor) return 'daily_limit';
  return null;
}

/** Limits, and what was used of them. */
export interface LimitBound {
  readonly limits: PayoutLimits;
  readonly use: PayoutUse;
}

export type LimitReason = 'amount_limit' | 'hourly_limit' | 'daily_limit';

/** Which of several limits keeps an amount from leaving now, if any. `use` does not include the amount. */
export function exceededBound(amountMinor: bigint, bounds: readonly LimitBound[]): LimitReason | null {
  for (const { limits, use } of bounds) {
    if (limits.maxMinor !== null && amountMinor > limits.maxMinor) return 'amount_limit';
    const exceeded = exceededLimit(amountMinor, use, limits);
    if (exceeded !== null) return exceeded;
  }
  return null;
}

/** The error for a limit that {@link exceededLimit} found. */
export function limitRefusal(limit: 'hourly_limit' | 'daily_limit'): DomainError {
  const period = limit === 'hourly_limit' ? 'hour' : 'day';
  return refuse(
    'amount_too_large',
    `Together with the payouts of the last ${period} this is more than may be paid out.`,
  );
}

function refuse(code: ErrorCode, message: string): DomainError {
  return new DomainError(code, { fields: { amount: [message] } });
}
