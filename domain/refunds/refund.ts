import { assetDecimals } from '../assets/assets.ts';
import { DomainError } from '../errors.ts';
import { currencyDecimals } from '../money/currencies.ts';
import { maxOf, minOf, mulDivFloor, pow10 } from '../money/money.ts';
import type { Rate } from '../money/rates.ts';

/** The amount that an invoice received, in minor units of its asset. */
export interface RefundableFacts {
  /** Payments with enough confirmations. */
  readonly confirmedMinor: bigint;
  /** The amount that was already refunded. */
  readonly refundedMinor: bigint;
  /** How much of the confirmed sum is more than the amount due. */
  readonly excessMinor: bigint;
}

/** How much a refund returns. */
export type RefundSelection =
  | { readonly type: 'all' }
  | { readonly type: 'excess' }
  | { readonly type: 'part'; readonly amountMinor: bigint };

/** How much can still be refunded: never more than was received (hazard 54). */
export function refundableMinor({ confirmedMinor, refundedMinor }: RefundableFacts): bigint {
  return maxOf(0n, confirmedMinor - refundedMinor);
}

/**
 * The coins to refund.
 * @throws DomainError `amount_too_small` if nothing is left, `amount_too_large` if more than was paid
 */
export function refundAmount(facts: RefundableFacts, request: RefundSelection): bigint {
  const left = refundableMinor(facts);
  const requested =
    request.type === 'part'
      ? request.amountMinor
      : request.type === 'all'
        ? left
        : minOf(left, maxOf(0n, facts.excessMinor - facts.refundedMinor));
  if (requested <= 0n) {
    throw new DomainError('amount_too_small', { fields: { amount: ['There is nothing to refund.'] } });
  }
  if (requested > left) {
    throw new DomainError('amount_too_large', {
      fields: { amount: ['This is more than was paid and not yet refunded.'] },
    });
  }
  return requested;
}

/**
 * The coins for a fiat value at the current rate (spec §9), never more than was received: even if the rate fell, the
 * payer gets no more coins than they paid.
 */
export function refundAmountOfValue(facts: RefundableFacts, fiatMinor: bigint, rate: Rate): bigint {
  const { decimals } = assetDecimals(rate.asset);
  // Rounded down, because the requested amount of an invoice was rounded up.
  const coins = mulDivFloor(fiatMinor, pow10(decimals) * rate.den, pow10(currencyDecimals(rate.currency)) * rate.num);
  return minOf(refundableMinor(facts), coins);
}
