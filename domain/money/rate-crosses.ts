import { ASSETS } from '../assets/assets.ts';
import { CURRENCIES, type Currency } from './currencies.ts';
import { formatRatio, parseRate, type Rate } from './rates.ts';

/**
 * Prices that no market makes directly, from two that do: TRX in GBP is TRX in USD times what BTC says of GBP against
 * USD. Only missing pairs are made, from rates that several sources agreed on; a derived rate is as old as the older of
 * its two, and names both.
 */
export function deriveCrosses(rates: readonly Rate[]): Rate[] {
  const known = new Map(rates.map((rate) => [`${rate.asset}/${rate.currency}`, rate]));
  return ASSETS.flatMap((asset) =>
    CURRENCIES.flatMap((currency) => (known.has(`${asset}/${currency}`) ? [] : crossOf(known, asset, currency))),
  );
}

/** Base currencies and assets that every exchange has, the most traded first. */
const BASES: readonly Currency[] = ['USD', 'EUR'];
const PIVOTS = ['BTC', 'ETH', 'USDT'] as const;

function crossOf(known: ReadonlyMap<string, Rate>, asset: Rate['asset'], currency: Currency): Rate[] {
  for (const base of BASES) {
    for (const pivot of PIVOTS) {
      const own = known.get(`${asset}/${base}`);
      const pivotThere = known.get(`${pivot}/${currency}`);
      const pivotHere = known.get(`${pivot}/${base}`);
      if (own === undefined || pivotThere === undefined || pivotHere === undefined) continue;
      const parts = [own, pivotThere, pivotHere];
      const value = formatRatio({
        num: own.num * pivotThere.num * pivotHere.den,
        den: own.den * pivotThere.den * pivotHere.num,
      });
      const source = `cross(${asset}/${base}, ${pivot}/${currency})`;
      return [
        parseRate(value, {
          asset,
          currency,
          source,
          sampledAt: oldest(parts, 'sampledAt'),
          expiresAt: oldest(parts, 'expiresAt'),
        }),
      ];
    }
  }
  return [];
}

function oldest(rates: readonly Rate[], field: 'sampledAt' | 'expiresAt'): Date {
  return new Date(Math.min(...rates.map((rate) => rate[field].getTime())));
}
