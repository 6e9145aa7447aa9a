import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASSETS, assetDecimals } from '../assets/assets.ts';
import { CURRENCIES, currencyDecimals } from './currencies.ts';
import { formatAmount, pow10 } from './money.ts';
import {
  assetMinorFor,
  crossRate,
  fiatMinorFor,
  formatRatio,
  isCurrent,
  parseRate,
  parseRatio,
  type Rate,
} from './rates.ts';

const about = { source: 'a test', sampledAt: new Date(0), expiresAt: new Date(60_000) };

const value = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 16n }), fc.integer({ min: 0, max: 10 }))
  .map(([digits, places]) => formatAmount(digits, places));
const rate = fc
  .record({ asset: fc.constantFrom(...ASSETS), currency: fc.constantFrom(...CURRENCIES), value })
  .map((made): Rate => parseRate(made.value, { ...about, asset: made.asset, currency: made.currency }));
const fiat = fc.bigInt({ min: 1n, max: 10n ** 12n });

describe('a rate', () => {
  test('turns a fiat price into coins', () => {
    const btc = parseRate('62500.00', { ...about, asset: 'BTC', currency: 'EUR' });
    expect(assetMinorFor(6_250n, btc)).toBe(100_000n);
    expect(fiatMinorFor(100_000n, btc)).toBe(6_250n);
    expect(btc.value).toBe('62500');
  });

  test('rounds up to the places the asset is shown with', () => {
    const eth = parseRate('3000', { ...about, asset: 'ETH', currency: 'USD' });
    expect(assetMinorFor(100n, eth)).toBe(333_340_000_000_000n);
  });

  test('knows currencies of none and of three places', () => {
    const jpy = parseRate('10000000', { ...about, asset: 'BTC', currency: 'JPY' });
    const kwd = parseRate('20000', { ...about, asset: 'BTC', currency: 'KWD' });
    expect(assetMinorFor(1_000n, jpy)).toBe(10_000n);
    expect(assetMinorFor(2_000n, kwd)).toBe(10_000n);
  });

  test('the amount due is always worth the price, and never a shown unit too much', () => {
    fc.assert(
      fc.property(fiat, rate, (fiatMinor, each) => {
        const { decimals, decimalsShown } = assetDecimals(each.asset);
        const step = pow10(decimals - decimalsShown);
        const requested = assetMinorFor(fiatMinor, each);
        const worth = (minor: bigint): bigint => minor * each.num * pow10(currencyDecimals(each.currency));
        const price = fiatMinor * pow10(decimals) * each.den;
        expect(requested % step).toBe(0n);
        expect(worth(requested) >= price).toBe(true);
        expect(worth(requested - step) < price).toBe(true);
      }),
    );
  });

  test('paying what was asked is worth the price again after rounding down', () => {
    fc.assert(
      fc.property(fiat, rate, (fiatMinor, each) => {
        expect(fiatMinorFor(assetMinorFor(fiatMinor, each), each) >= fiatMinor).toBe(true);
      }),
    );
  });

  test('a longer decimal is cut, never rounded up', () => {
    expect(parseRatio('0.1234567890123456789999')).toEqual({ num: 123456789012345678n, den: 10n ** 18n });
  });

  test.each(['0', '0.0', '', '-1', '1e5', 'NaN', 'Infinity', 'null', '1.', '.1', ' 1'])('%j is no price', (text) => {
    expect(() => parseRate(text, { ...about, asset: 'BTC', currency: 'EUR' })).toThrow(
      expect.objectContaining({ code: 'rate_unavailable', status: 503 }),
    );
  });

  test('ends at its expiry, not after it', () => {
    expect(isCurrent(about, 59_999)).toBe(true);
    expect(isCurrent(about, 60_000)).toBe(false);
  });

  test('a ratio that ends within eighteen places is written without loss', () => {
    fc.assert(
      fc.property(value, (text) => {
        expect(Number(formatRatio(parseRatio(text)))).toBe(Number(text));
      }),
    );
    expect(formatRatio({ num: 1n, den: 3n })).toBe('0.333333333333333333');
    expect(formatRatio({ num: 100n, den: 10n })).toBe('10');
  });
});

test('a cross of two currencies refuses rates of different assets', () => {
  const usd = parseRate('66000', { ...about, asset: 'BTC', currency: 'USD' });
  const eur = parseRate('60000', { ...about, asset: 'BTC', currency: 'EUR' });
  expect(crossRate({ from: usd, to: eur })).toEqual({ num: eur.num * usd.den, den: eur.den * usd.num });
  const ltc = parseRate('80', { ...about, asset: 'LTC', currency: 'EUR' });
  expect(() => crossRate({ from: usd, to: ltc })).toThrow(RangeError);
});
