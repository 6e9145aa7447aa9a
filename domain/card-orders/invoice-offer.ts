import type { CryptoGateId } from '../assets/assets.ts';
import { type CardOffer, countryWhereSold, limitsOf, type Purchase } from './offer.ts';

/** The parts of an invoice that decide whether it can be paid by card. */
export interface PricedInvoice {
  readonly gates: readonly CryptoGateId[];
  readonly currency: string;
  readonly totalMinor: bigint;
}

/** The currency of the invoice, if cards are charged in it; else euro. */
export function chargedIn(
  offer: Pick<CardOffer, 'fiats'>,
  { currency, method }: Pick<Purchase, 'currency' | 'method'>,
): string {
  return limitsOf(offer, { currency, method }) === undefined ? 'EUR' : currency;
}

/**
 * True if the seller sells a coin of the invoice somewhere, for about its amount: the price itself is asked later. The
 * fees are on top of the total, and less than a quarter of it.
 */
export function paysByCard(offer: CardOffer, { gates, currency, totalMinor }: PricedInvoice): boolean {
  const charged = chargedIn(offer, { currency, method: 'card' });
  const limits = limitsOf(offer, { currency: charged, method: 'card' });
  if (limits === undefined) return false;
  const { min, max } = limits;
  if (charged === currency && min !== null && totalMinor + totalMinor / 4n < min) return false;
  if (charged === currency && max !== null && totalMinor > max) return false;
  return gates.some((gateId) => countryWhereSold(offer, { gateId, currency: charged, method: 'card' }) !== undefined);
}
