/** The amounts of an order, in minor units. */
export interface CardAmounts {
  readonly fiatMinor: bigint;
  readonly cryptoMinor: bigint;
  /** Those of the order that the partner made; null while unknown. */
  readonly partnerFiatMinor: bigint | null;
  readonly partnerCryptoMinor: bigint | null;
}

/**
 * Whether the partner made the order at a worse price than the customer agreed to, so that the customer has to accept
 * it before the checkout page opens.
 */
export function mustAcceptAmounts({
  fiatMinor,
  cryptoMinor,
  partnerFiatMinor,
  partnerCryptoMinor,
}: CardAmounts): boolean {
  return (partnerFiatMinor ?? fiatMinor) > fiatMinor || (partnerCryptoMinor ?? cryptoMinor) < cryptoMinor;
}
