import type { CryptoGateId, Mode } from '../assets/assets.ts';
import type { Currency } from '../money/currencies.ts';
import { methodsIn } from './countries.ts';
import type { CardMethod } from './payment-method.ts';

/** The seller's offer in a mode, as it is stored. Amounts are minor units as text; null where there is no limit. */
export interface CardOffer {
  readonly seller: CardSeller;
  readonly fiats: readonly OfferedFiat[];
  readonly coins: readonly OfferedCoin[];
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}

export interface CardSeller {
  /** As orders name it. */
  readonly id: string;
  readonly name: string;
  readonly termsUrl: string;
  readonly privacyUrl: string;
}

export interface OfferedFiat {
  readonly currency: Currency;
  readonly methods: readonly {
    readonly method: CardMethod;
    readonly min: string | null;
    readonly max: string | null;
  }[];
}

export interface OfferedCoin {
  readonly gateId: CryptoGateId;
  readonly min: string | null;
  /** Countries in which it is not sold at all. */
  readonly excluded: readonly string[];
}

/** How old an offer may be: the seller is asked every five minutes, and one that is away that long sells nothing. */
export const OFFER_MS = 30 * 60_000;

/** The parts of a purchase that determine whether it is offered. */
export interface Purchase {
  readonly gateId: CryptoGateId;
  readonly currency: Currency;
  readonly method: CardMethod;
  readonly country: string;
}

export type Unoffered = 'country' | 'method' | 'currency' | 'gate';

/** Why the purchase is not offered, by the field that has to change; null if it is. */
export function unoffered(offer: CardOffer, { gateId, currency, method, country }: Purchase): Unoffered | null {
  const methods = offer.countries.includes(country) ? methodsIn(country) : [];
  if (methods.length === 0) return 'country';
  if (!methods.includes(method)) return 'method';
  if (limitsOf(offer, { currency, method }) === undefined) return 'currency';
  const coin = offer.coins.find((each) => each.gateId === gateId);
  return coin === undefined || coin.excluded.includes(country) ? 'gate' : null;
}

/** The first country of the offer in which the coin is sold so; undefined where it is sold nowhere. */
export function countryWhereSold(offer: CardOffer, pair: Omit<Purchase, 'country'>): string | undefined {
  return offer.countries.find((country) => unoffered(offer, { ...pair, country }) === null);
}

/** Limits of what the card is charged, in minor units; undefined where it is not sold for this. */
export function limitsOf(
  { fiats }: Pick<CardOffer, 'fiats'>,
  { currency, method }: Pick<Purchase, 'currency' | 'method'>,
): { readonly min: bigint | null; readonly max: bigint | null } | undefined {
  const found = fiats.find((each) => each.currency === currency)?.methods.find((each) => each.method === method);
  if (found === undefined) return undefined;
  return { min: minorOf(found.min), max: minorOf(found.max) };
}

function minorOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** A price that is asked of the seller. */
export interface PriceQuestion extends Purchase {
  readonly mode: Mode;
  /** Which side is given, in minor units above zero; the seller calculates the other. */
  readonly given: 'fiat' | 'crypto';
  readonly minor: bigint;
}

/** The total charged to the card, the amount that arrives, and the fees. Minor units. */
export interface CardPrice {
  readonly fiatMinor: bigint;
  readonly cryptoMinor: bigint;
  readonly partnerFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
}

/** Why the seller gave no price: a refusal of it, or it did not answer. */
export const PRICE_REFUSALS = ['below_minimum', 'above_maximum', 'unavailable_here', 'away'] as const;
export type PriceRefusal = (typeof PRICE_REFUSALS)[number];

/** How long a price that was shown can be ordered at. The seller names none: it prices an order when it is made. */
export const QUOTE_MS = 60_000;
