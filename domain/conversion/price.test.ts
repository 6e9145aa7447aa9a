import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Asset, CRYPTO_GATES, type GateId, gateDecimals } from '../assets/assets.ts';
import { examples } from '../examples.fixture.ts';
import { pow10 } from '../money/money.ts';
import { parseRate, parseRatio, type Rate } from '../money/rates.ts';
import { refusalOf } from '../refusal.fixture.ts';
import { canConvert } from './pairs.ts';
import { type ConversionTerms, lockedMidPrice, midPrice, priceFrom, priceTo } from './price.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const VALUES: Readonly<Record<Asset, string>> = {
  BTC: '80000',
  LTC: '88.15',
  BCH: '468.3',
  ETH: '2741.85',
  USDT: '0.8646',
  TRX: '0.2478',
  XRP: '1.923',
};

function rate(asset: Asset, currency: string, value: string, ageMs = 1_000): Rate {
  const sampledAt = new Date(NOW - ageMs);
  return parseRate(value, { asset, currency, source: 'median(a, b)', sampledAt, expiresAt: new Date(NOW + 60_000) });
}

const RATES = Object.entries(VALUES).flatMap(([asset, value]) => [
  rate(asset as Asset, 'EUR', value),
  rate(asset as Asset, 'USD', `${Number(value) * 1.25}`),
]);
const PLAIN: ConversionTerms = { spreadBps: 0, feeBps: 0 };
const TERMS: ConversionTerms = { spreadBps: 30, feeBps: 50 };
const BTC_EUR = { from: 'BTC', to: 'EUR' } as const;

describe('the price of a conversion', () => {
  test('euro is priced directly, coins through USD, and through EUR where USD has no rate', () => {
    expect(midPrice(BTC_EUR, RATES, NOW).sources.map(({ asset, currency }) => `${asset}/${currency}`)).toEqual([
      'BTC/EUR',
    ]);
    const pair = { from: 'BTC', to: 'ETH' } as const;
    const through = (rates: readonly Rate[]) => midPrice(pair, rates, NOW).sources.map(({ currency }) => currency);
    expect(through(RATES)).toEqual(['USD', 'USD']);
    expect(through(RATES.filter(({ asset, currency }) => asset !== 'ETH' || currency !== 'USD'))).toEqual([
      'EUR',
      'EUR',
    ]);
  });

  test('what a merchant gets is the price less spread and fee', () => {
    const mid = midPrice(BTC_EUR, RATES, NOW);
    expect(priceFrom(BTC_EUR, 100_000_000n, mid, PLAIN)).toMatchObject({ amountToMinor: 8_000_000n, feeMinor: 0n });
    // 80000 less 0.3 % is 79760, of which 0.5 % is the fee.
    expect(priceFrom(BTC_EUR, 100_000_000n, mid, TERMS)).toMatchObject({
      rate: '79760',
      amountToMinor: 7_936_120n,
      feeMinor: 39_880n,
    });
    expect(priceTo(BTC_EUR, 7_936_120n, mid, TERMS)).toMatchObject({
      amountFromMinor: 100_000_000n,
      amountToMinor: 7_936_120n,
      feeMinor: 39_880n,
    });
  });

  test('one asset on two networks is 1:1, whatever its price', () => {
    const pair = { from: 'USDT_ERC20', to: 'USDT_TRC20' } as const;
    expect(priceFrom(pair, 5_000_000n, midPrice(pair, [], NOW), PLAIN).amountToMinor).toBe(5_000_000n);
  });

  test('an expired rate is no rate', () => {
    const old = RATES.map((each) => ({ ...each, expiresAt: new Date(NOW) }));
    expect(refusalOf(() => midPrice(BTC_EUR, old, NOW))?.code).toBe('rate_unavailable');
    expect(refusalOf(() => midPrice({ from: 'EUR', to: 'XRP' }, [], NOW))?.code).toBe('rate_unavailable');
  });

  test('at the locked rate, an invoice in euro brings its euro, whatever the coin is worth by now', () => {
    const locked = rate('BTC', 'EUR', '50000');
    expect(priceFrom(BTC_EUR, 200_000n, lockedMidPrice('EUR', locked, [], NOW), PLAIN).amountToMinor).toBe(10_000n);
    // Locked at half of today's price: 100 EUR become the USDT that 100 EUR buy today.
    const toTether = { from: 'BTC', to: 'USDT_TRC20' } as const;
    const { amountToMinor } = priceFrom(toTether, 200_000n, lockedMidPrice('USDT_TRC20', locked, RATES, NOW), PLAIN);
    expect(amountToMinor).toBe(115_660_421n);
    // Priced in USD: the dollars that were locked become euro at the present cross.
    const dollars = lockedMidPrice('EUR', rate('BTC', 'USD', '50000'), RATES, NOW);
    expect(priceFrom(BTC_EUR, 200_000n, dollars, PLAIN).amountToMinor).toBe(8_000n);
  });

  test('rounding costs the merchant less than one minor unit, in both directions and for every pair', () => {
    const gateIds: GateId[] = [...CRYPTO_GATES, 'EUR'];
    fc.assert(
      fc.property(
        fc.constantFrom(...gateIds),
        fc.constantFrom(...gateIds),
        fc.bigInt(1n, 10n ** 21n),
        fc.record({ spreadBps: fc.integer({ min: 0, max: 500 }), feeBps: fc.integer({ min: 0, max: 500 }) }),
        (from, to, amount, terms) => {
          fc.pre(canConvert(from, to));
          const mid = midPrice({ from, to }, RATES, NOW);
          const got = priceFrom({ from, to }, amount, mid, terms);
          // Exactly: amount × rate × (1 − fee), compared without any division.
          const { num, den } = parseRatio(got.rate);
          const top = num * pow10(gateDecimals(to)) * BigInt(10_000 - terms.feeBps);
          const bottom = den * pow10(gateDecimals(from)) * 10_000n;
          expect(got.amountToMinor * bottom <= amount * top).toBe(true);
          expect((got.amountToMinor + 1n) * bottom > amount * top).toBe(true);
          expect(got.feeMinor >= 0n).toBe(true);

          const requested = priceTo({ from, to }, amount, mid, terms);
          expect(requested.amountToMinor).toBe(amount);
          expect(requested.amountFromMinor * top >= amount * bottom).toBe(true);
          expect((requested.amountFromMinor - 1n) * top < amount * bottom).toBe(true);
          // The outgoing amount is never worth more than the incoming one at the rate.
          const grossMinor = requested.amountToMinor + requested.feeMinor;
          expect(
            grossMinor * den * pow10(gateDecimals(from)) <= requested.amountFromMinor * num * pow10(gateDecimals(to)),
          ).toBe(true);
        },
      ),
      { numRuns: examples(3_000) },
    );
  });

  test('a round trip never wins, whatever the amount', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<GateId>('BTC', 'ETH', 'XRP', 'USDT_TRC20'),
        fc.bigInt(1n, 10n ** 20n),
        (id, amount) => {
          const there = { from: id, to: 'EUR' } as const;
          const back = { from: 'EUR', to: id } as const;
          const out = priceFrom(there, amount, midPrice(there, RATES, NOW), PLAIN);
          const home = priceFrom(back, out.amountToMinor, midPrice(back, RATES, NOW), PLAIN);
          expect(home.amountToMinor <= amount).toBe(true);
        },
      ),
    );
  });
});
