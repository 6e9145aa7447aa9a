import type { CardCurrencies, CardOrder, CardPartner, CardQuote } from '../../../../contract/card-payment.ts';
import type { CryptoGateId } from '../../../../domain/assets/assets.ts';
import type { CardMethod } from '../../../../domain/card-orders/payment-method.ts';
import type { QuoteRequest } from '../live/calls.ts';
import { readAmount, writeTyped } from './amount.ts';
import type { Prefill } from './home.ts';

export interface Offer {
  readonly partner: CardPartner;
  readonly currencies: CardCurrencies;
}

/** The input of the customer: one side of the purchase, from which the other one is calculated. */
export interface TypedPurchase {
  readonly side: QuoteRequest['side'];
  readonly text: string;
  readonly gateId: CryptoGateId;
  readonly fiat: string;
}

/** Where the customer lives and how the card is charged; no country until one is chosen. */
export interface Where {
  readonly country: string;
  readonly method: CardMethod;
}

export interface Judged {
  /** The purchase to request a price for; null while something is missing or wrong. */
  readonly request: QuoteRequest | null;
  readonly wrong: 'not_a_number' | 'too_many_places' | 'excluded' | null;
  /** Places of the side that was typed. */
  readonly decimals: number;
  /** Of the currency, by the method. */
  readonly limits: { readonly least: string; readonly most: string } | null;
  readonly methods: readonly CardMethod[];
}

/** Reads what was typed by what the seller offers. Limits are the seller's to check: they are shown beforehand. */
export function judgePurchase(typed: TypedPurchase, where: Where, { partner, currencies }: Offer): Judged {
  const fiat = currencies.fiats.find(({ currency }) => currency === typed.fiat);
  const gate = currencies.gates.find(({ gate_id }) => gate_id === typed.gateId);
  const country = partner.countries.find(({ code }) => code === where.country);
  const method = fiat?.methods.find((each) => each.method === where.method);
  const decimals = (typed.side === 'fiat' ? fiat?.decimals : gate?.decimals) ?? 0;
  const read = readAmount(typed.text, decimals);
  const isExcluded = country?.excluded_gates.includes(typed.gateId) === true;
  const isServed = country?.allowed === true && country.methods.includes(where.method) && method !== undefined;
  const isComplete = read.kind === 'amount' && /[1-9]/.test(read.amount) && isServed && !isExcluded;
  const { minimum = null, maximum = null } = method ?? {};
  return {
    request: isComplete
      ? { side: typed.side, amount: read.amount, gateId: typed.gateId, fiat: typed.fiat, ...where }
      : null,
    wrong: read.kind === 'not_a_number' || read.kind === 'too_many_places' ? read.kind : isExcluded ? 'excluded' : null,
    decimals,
    limits: minimum === null || maximum === null ? null : { least: minimum, most: maximum },
    methods: fiat?.methods.map((each) => each.method) ?? [],
  };
}

/** The side that is calculated; empty where the price is of other currencies. */
export function calculatedText(
  quote: CardQuote | null,
  { side, text, gateId, fiat }: TypedPurchase,
  { currencies, point }: Pick<Offer, 'currencies'> & { readonly point: string },
): string {
  if (quote === null || text.trim() === '' || quote.gate_id !== gateId || quote.fiat !== fiat) return '';
  const decimals = currencies.fiats.find(({ currency }) => currency === fiat)?.decimals ?? 0;
  return side === 'fiat'
    ? writeTyped(quote.crypto_amount, { point, least: 0 })
    : writeTyped(quote.fiat_amount, { point, least: decimals });
}

/** A usual purchase, where neither an order nor the shop says otherwise. */
const USUAL = '100';

/** The first input: the order that is changed, else the values that the shop set, as far as they are sold. */
export function firstPurchase(
  { currencies }: Pick<Offer, 'currencies'>,
  order: CardOrder | null,
  { prefill, point }: { readonly prefill: Prefill; readonly point: string },
): TypedPurchase {
  const gate =
    currencies.gates.find(({ gate_id }) => gate_id === (order?.gate_id ?? prefill.gateId)) ?? currencies.gates[0];
  const fiat =
    currencies.fiats.find(({ currency }) => currency === (order?.fiat ?? prefill.fiat)) ?? currencies.fiats[0];
  if (gate === undefined || fiat === undefined) throw new Error('The seller offers nothing.');
  const prefilled = readAmount(prefill.fiatAmount ?? USUAL, fiat.decimals);
  const amount = order?.fiat_amount ?? (prefilled.kind === 'amount' ? prefilled.amount : USUAL);
  return {
    side: 'fiat',
    text: writeTyped(amount, { point, least: amount.includes('.') ? fiat.decimals : 0 }),
    gateId: gate.gate_id,
    fiat: fiat.currency,
  };
}

/** The country of the browser's language, where there is one: only a first guess, which the customer sees. */
export function firstWhere({ countries }: CardPartner, order: CardOrder | null, languages: readonly string[]): Where {
  if (order !== null) return { country: order.country, method: order.method };
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]);
  const guess = regions.find((region) => countries.some(({ code, allowed }) => allowed && code === region));
  return { country: guess ?? '', method: 'card' };
}
