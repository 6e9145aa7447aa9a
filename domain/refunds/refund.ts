import { assetDecimals } from '../assets.ts';
import { currencyDecimals } from '../currencies.ts';
import { DomainError } from '../errors.ts';
import { maxOf, minOf, mulDivFloor, pow10 } from '../money.ts';
import type { Rate } from '../rates.ts';

/** What an invoice got, in minor units of its asset. */
export interface RefundableFacts {
  /** At its threshold. */
  readonly confirmedMinor: bigint;
  /** What went back already. */
  readonly refundedMinor: bigint;
  /** Of what was confirmed, what is more than was due. */
  readonly excessMinor: bigint;
}

/** How much a refund gives back. */
export type RefundSelection =
  | { readonly type: 'all' }
  | { readonly type: 'excess' }
  | { readonly type: 'part'; readonly amountMinor: bigint };

/** How much can still go back: never more than came in (hazard 54). */
export function refundableMinor({ confirmedMinor, refundedMinor }: RefundableFacts): bigint {
  return maxOf(0n, confirmedMinor - refundedMinor);
}

/**
 * How many coins a wish is.
 * @throws DomainError `amount_too_small` when nothing is left, `amount_too_large` beyond what was paid
 */
export function refundAmount(facts: RefundableFacts, wish: RefundSelection): bigint {
  const left = refundableMinor(facts);
  const wanted =
    wish.type === 'part'
      ? wish.amountMinor
      : wish.type === 'all'
        ? left
        : minOf(left, maxOf(0n, facts.excessMinor - facts.refundedMinor));
  if (wanted <= 0n) {
    throw new DomainError('amount_too_small', { fields: { amount: ['There is nothing to refund.'] } });
  }
  if (wanted > left) {
    throw new DomainError('amount_too_large', {
      fields: { amount: ['This is more than was paid and not yet refunded.'] },
    });
  }
  return wanted;
}

/**
 * The coins that a fiat value is today (spec §9: at the current rate), capped by what came in: when the rate fell, the
 * payer gets no more coins than were paid.
 */
export function refundAmountOfValue(facts: RefundableFacts, fiatMinor: bigint, rate: Rate): bigint {
  const { decimals } = assetDecimals(rate.asset);
  // Rounded down: what is asked of a payer is rounded up, what goes back must not be.
  const coins = mulDivFloor(fiatMinor, pow10(decimals) * rate.den, pow10(currencyDecimals(rate.currency)) * rate.num);
  return minOf(refundableMinor(facts), coins);
}
