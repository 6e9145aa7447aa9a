import { type Asset, assetDecimals } from '../assets/assets.ts';
import { DomainError } from '../errors.ts';
import { withoutTrailing } from '../text/trailing.ts';
import { type Currency, currencyDecimals } from './currencies.ts';
import { formatAmount, mulDivCeil, mulDivFloor, pow10, roundUpTo } from './money.ts';

/** A quotient of two positive integers; never a float. */
export interface Ratio {
  readonly num: bigint;
  readonly den: bigint;
}

/** The price of one whole coin in whole units of a fiat currency, with where and when it came from. */
export interface Rate extends Ratio {
  readonly asset: Asset;
  readonly currency: Currency;
  /** The price as a plain decimal text, at most 18 places; `num / den` exactly. */
  readonly value: string;
  /** For people, e.g. `median(kraken, bitstamp, coinbase)`. */
  readonly source: string;
  readonly sampledAt: Date;
  /** From here on the rate must not be used. */
  readonly expiresAt: Date;
}

/** Places a rate keeps; what the database column holds. */
export const RATE_PLACES = 18;

/**
 * A rate from its decimal text, e.g. `"62345.10"`. More than 18 places are cut off.
 * @throws DomainError `rate_unavailable` when the text is no decimal above zero: a wrong price is no price.
 */
export function parseRate(text: string, about: Omit<Rate, 'num' | 'den' | 'value'>): Rate {
  return { ...about, ...parseRatio(text), value: trimValue(text) };
}

/**
 * A decimal text as an exact ratio with a power of ten below.
 * @throws DomainError `rate_unavailable` when it is no plain decimal above zero
 */
export function parseRatio(text: string): Ratio {
  const [whole = '', fraction = ''] = text.split('.');
  const places = Math.min(fraction.length, RATE_PLACES);
  if (!/^\d{1,30}(?:\.\d+)?$/.test(text)) throw new DomainError('rate_unavailable');
  const num = BigInt(whole + fraction.slice(0, places));
  if (num <= 0n) throw new DomainError('rate_unavailable');
  return { num, den: pow10(places) };
}

/**
 * A payer's amount in the asset for a fiat amount: minor units, rounded up to the places the asset is shown with, so
 * that the requested amount always covers the fiat total. The payer carries less than one shown unit.
 */
export function assetMinorFor(fiatMinor: bigint, rate: Rate): bigint {
  const { decimals, decimalsShown } = assetDecimals(rate.asset);
  const exactCeil = mulDivCeil(
    fiatMinor,
    pow10(decimals) * rate.den,
    pow10(currencyDecimals(rate.currency)) * rate.num,
  );
  return roundUpTo(exactCeil, pow10(decimals - decimalsShown));
}

/** The value of an asset amount in minor units of the rate's currency, rounded down: value is never made up. */
export function fiatMinorFor(assetMinor: bigint, rate: Rate): bigint {
  const { decimals } = assetDecimals(rate.asset);
  return mulDivFloor(assetMinor, pow10(currencyDecimals(rate.currency)) * rate.num, pow10(decimals) * rate.den);
}

/**
 * How many units of `to`'s currency one unit of `from`'s currency is worth, through an asset both price.
 * @throws RangeError when the two rates price different assets
 */
export function crossRate({ from, to }: { from: Rate; to: Rate }): Ratio {
  if (from.asset !== to.asset) throw new RangeError(`no cross of ${from.asset} and ${to.asset}`);
  return { num: to.num * from.den, den: to.den * from.num };
}

/** The value of one euro in a currency, through any asset with a rate in both; null if there is none. */
export function euroIn(currency: Currency, rates: readonly Rate[]): Ratio | null {
  if (currency === 'EUR') return { num: 1n, den: 1n };
  for (const there of rates) {
    if (there.currency !== currency) continue;
    const here = rates.find((each) => each.asset === there.asset && each.currency === 'EUR');
    if (here !== undefined) return crossRate({ from: here, to: there });
  }
  return null;
}

/** True while the rate may be used. */
export function isCurrent(rate: Pick<Rate, 'expiresAt'>, nowMs: number): boolean {
  return nowMs < rate.expiresAt.getTime();
}

/** A ratio as a decimal text with at most 18 places, rounded down. */
export function formatRatio({ num, den }: Ratio): string {
  return trimValue(formatAmount(mulDivFloor(num, pow10(RATE_PLACES), den), RATE_PLACES));
}

/** True when `a` is less than `b`, exactly. */
export function ratioBelow(a: Ratio, b: Ratio): boolean {
  return a.num * b.den < b.num * a.den;
}

function trimValue(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = withoutTrailing(fraction.slice(0, RATE_PLACES), '0');
  const plain = whole.replace(/^0+(?=\d)/, '');
  return kept === '' ? plain : `${plain}.${kept}`;
}
