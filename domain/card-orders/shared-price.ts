import { mulDivCeil, pow10 } from '../money/money.ts';
import type { CardPrice } from './offer.ts';

/**
 * The amount of coins whose price invoices of about this amount share: rounded up to two significant digits, so at most
 * a tenth more.
 */
export function sharedAmount(minor: bigint): bigint {
  const unit = pow10(Math.max(0, minor.toString().length - 2));
  return ((minor + unit - 1n) / unit) * unit;
}

/**
 * The price of `minor` coins by that of another amount: value and the seller's fee in proportion, rounded up; the fee
 * of the network is the same for each.
 */
export function scaledPrice(price: CardPrice, minor: bigint): CardPrice {
  const { fiatMinor, cryptoMinor, networkFeeMinor } = price;
  if (cryptoMinor === minor || cryptoMinor <= 0n) return price;
  const scaled = (amount: bigint) => mulDivCeil(amount, minor, cryptoMinor);
  const partnerFeeMinor = scaled(price.partnerFeeMinor);
  const value = scaled(fiatMinor - price.partnerFeeMinor - networkFeeMinor);
  return { fiatMinor: value + partnerFeeMinor + networkFeeMinor, cryptoMinor: minor, partnerFeeMinor, networkFeeMinor };
}
