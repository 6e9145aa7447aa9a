import { currencyDecimals } from '../money/currencies.ts';
import { minOf, pow10 } from '../money/money.ts';
import { formatRatio } from '../money/rates.ts';
import { type CardOffer, type CardPrice, limitsOf, type Purchase } from './offer.ts';

/** Fiat for one coin before the fees, as decimal text; of a price without coins, zero. */
export function rateText(
  { fiatMinor, cryptoMinor, partnerFeeMinor, networkFeeMinor }: CardPrice,
  { fiat, coin }: { readonly fiat: number; readonly coin: number },
): string {
  if (cryptoMinor <= 0n) return '0';
  const net = fiatMinor - partnerFeeMinor - networkFeeMinor;
  return formatRatio({ num: net * pow10(coin), den: cryptoMinor * pow10(fiat) });
}

/** True for a price that can be one: coins for money, and fees that are a part of it and so less than all of it. */
export function isSensible({ fiatMinor, cryptoMinor, partnerFeeMinor, networkFeeMinor }: CardPrice): boolean {
  const fees = partnerFeeMinor + networkFeeMinor;
  return cryptoMinor > 0n && partnerFeeMinor >= 0n && networkFeeMinor >= 0n && fees < fiatMinor;
}

/** An amount that people often pay, for which a rate is quoted: five times the minimum, or a hundred without one. */
export function usualAmount(offer: Pick<CardOffer, 'fiats'>, of: Pick<Purchase, 'currency' | 'method'>): bigint {
  const { min = null, max = null } = limitsOf(offer, of) ?? {};
  const usual = min === null || min === 0n ? 100n * pow10(currencyDecimals(of.currency)) : 5n * min;
  return max === null ? usual : minOf(usual, max);
}
