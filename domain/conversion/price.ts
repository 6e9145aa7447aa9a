import { type Asset, type GateId, gate, gateDecimals } from '../assets/assets.ts';
import { DomainError } from '../errors.ts';
import type { Currency } from '../money/currencies.ts';
import { mulDivCeil, mulDivFloor, pow10 } from '../money/money.ts';
import { formatRatio, isCurrent, parseRatio, type Rate, type Ratio } from '../money/rates.ts';

/** A price that a conversion was made at, as it is stored: what, from whom, how old. */
export interface PriceSource {
  readonly asset: Asset;
  readonly currency: Currency;
  readonly value: string;
  readonly source: string;
  /** ISO 8601; when the oldest sample of it was made. */
  readonly sampledAt: string;
}

/** The going price of one unit of `from` in units of `to`, before the spread. */
export interface MidPrice {
  readonly ratio: Ratio;
  readonly sources: readonly PriceSource[];
}

export interface ConversionTerms {
  /** Taken off the mid price, by pair. */
  readonly spreadBps: number;
  /** The plan's fee, taken from what comes out. */
  readonly feeBps: number;
}

/** A priced conversion; amounts in minor units. The merchant gives `amountFrom` and gets exactly `amountTo`. */
export interface ConversionPrice extends ConversionTerms {
  readonly from: GateId;
  readonly to: GateId;
  readonly amountFromMinor: bigint;
  readonly amountToMinor: bigint;
  /** In `to`, beside `amountTo`. */
  readonly feeMinor: bigint;
  /** Units of `to` for one of `from` after the spread and before the fee: amounts follow from this text exactly. */
  readonly rate: string;
  readonly sources: readonly PriceSource[];
}

/** Currencies that two coins are compared through, the one with the most markets first. */
export const CROSS_CURRENCIES = ['USD', 'EUR'] as const satisfies readonly Currency[];

/**
 * The mid price of a pair from current rates, each the median of its live sources: euro directly, coins through USD,
 * else through EUR. One asset on two networks is 1:1.
 * @throws DomainError `rate_unavailable` when a rate is missing or has expired: never an old one
 */
export function midPrice(pair: ConversionPair, rates: readonly Rate[], nowMs: number): MidPrice {
  const current = rates.filter((rate) => isCurrent(rate, nowMs));
  const [from, to] = [assetOf(pair.from), assetOf(pair.to)];
  if (from === to) return { ratio: { num: 1n, den: 1n }, sources: [] };
  if (from === 'EUR') return inverse(priced(rateOf(current, to, 'EUR')));
  if (to === 'EUR') return priced(rateOf(current, from, 'EUR'));
  for (const currency of CROSS_CURRENCIES) {
    const [ours, theirs] = [find(current, from, currency), find(current, to, currency)];
    if (ours !== undefined && theirs !== undefined) return product(priced(ours), inverse(priced(theirs)));
  }
  throw new DomainError('rate_unavailable');
}

/**
 * The mid price at an invoice's locked rate. An invoice priced in euro that settles in euro brings its euro; into
 * another asset, the locked value is converted at the present price.
 * @throws DomainError `rate_unavailable`
 */
export function lockedMidPrice(to: GateId, locked: Rate, rates: readonly Rate[], nowMs: number): MidPrice {
  const current = rates.filter((rate) => isCurrent(rate, nowMs));
  const { asset, currency } = locked;
  const target = assetOf(to);
  if (target === asset) return { ratio: { num: 1n, den: 1n }, sources: [] };
  if (target !== 'EUR') return product(priced(locked), inverse(priced(rateOf(current, target, currency))));
  if (currency === 'EUR') return priced(locked);
  const cross = product(priced(rateOf(current, asset, 'EUR')), inverse(priced(rateOf(current, asset, currency))));
  return product(priced(locked), cross);
}

export interface ConversionPair {
  readonly from: GateId;
  readonly to: GateId;
}

/**
 * The result of converting a given amount. The result is rounded once, down: the merchant loses less than one minor
 * unit.
 */
export function priceFrom(
  pair: ConversionPair,
  amountFromMinor: bigint,
  mid: MidPrice,
  terms: ConversionTerms,
): ConversionPrice {
  const rate = rateAfterSpread(mid, terms);
  const { num, den } = minorRatio(pair, rate);
  const grossMinor = mulDivFloor(amountFromMinor, num, den);
  const amountToMinor = mulDivFloor(amountFromMinor, num * BigInt(ALL_BPS - terms.feeBps), den * BigInt(ALL_BPS));
  const feeMinor = grossMinor - amountToMinor;
  return { ...pair, ...terms, amountFromMinor, amountToMinor, feeMinor, rate, sources: mid.sources };
}

/**
 * The cost of a requested amount. The given amount is rounded once, up: the merchant loses less than one minor unit.
 */
export function priceTo(
  pair: ConversionPair,
  amountToMinor: bigint,
  mid: MidPrice,
  terms: ConversionTerms,
): ConversionPrice {
  const rate = rateAfterSpread(mid, terms);
  const { num, den } = minorRatio(pair, rate);
  const kept = BigInt(ALL_BPS - terms.feeBps);
  const amountFromMinor = mulDivCeil(amountToMinor, den * BigInt(ALL_BPS), num * kept);
  // The rest from rounding up, less than one minor unit of `from`, stays in the position.
  const feeMinor = mulDivFloor(amountToMinor, BigInt(terms.feeBps), kept);
  return { ...pair, ...terms, amountFromMinor, amountToMinor, feeMinor, rate, sources: mid.sources };
}

const ALL_BPS = 10_000;

/** @throws DomainError `rate_unavailable` where the price is too small for 18 places */
function rateAfterSpread({ ratio }: MidPrice, { spreadBps }: ConversionTerms): string {
  const rate = formatRatio({ num: ratio.num * BigInt(ALL_BPS - spreadBps), den: ratio.den * BigInt(ALL_BPS) });
  parseRatio(rate);
  return rate;
}

/** The rate between minor units. */
function minorRatio({ from, to }: ConversionPair, rate: string): Ratio {
  const { num, den } = parseRatio(rate);
  return { num: num * pow10(gateDecimals(to)), den: den * pow10(gateDecimals(from)) };
}

function assetOf(id: GateId): Asset | 'EUR' {
  return id === 'EUR' ? 'EUR' : gate(id).asset;
}

function find(rates: readonly Rate[], asset: Asset, currency: Currency): Rate | undefined {
  return rates.find((rate) => rate.asset === asset && rate.currency === currency);
}

function rateOf(rates: readonly Rate[], asset: Asset | 'EUR', currency: Currency): Rate {
  const found = asset === 'EUR' ? undefined : find(rates, asset, currency);
  if (found === undefined) throw new DomainError('rate_unavailable');
  return found;
}

function priced(rate: Rate): MidPrice {
  const { num, den, asset, currency, value, source, sampledAt } = rate;
  return { ratio: { num, den }, sources: [{ asset, currency, value, source, sampledAt: sampledAt.toISOString() }] };
}

function inverse({ ratio, sources }: MidPrice): MidPrice {
  return { ratio: { num: ratio.den, den: ratio.num }, sources };
}

function product(one: MidPrice, other: MidPrice): MidPrice {
  return {
    ratio: { num: one.ratio.num * other.ratio.num, den: one.ratio.den * other.ratio.den },
    sources: [...one.sources, ...other.sources],
  };
}
