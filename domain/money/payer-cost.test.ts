import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asset, CRYPTO_GATES, gate } from '../assets/assets.ts';
import { bestOffers, estimateNetworkFee, type PayableOffer, usualSeconds } from './payer-cost.ts';
import { parseRate } from './rates.ts';

const nowMs = Date.parse('2026-11-29T12:00:00Z');
const MINUTE = 60_000;
const rateOf = (asset: Asset, value: string, currency = 'EUR') =>
  parseRate(value, { asset, currency, source: 'test', sampledAt: new Date(nowMs), expiresAt: new Date(nowMs) });
const rates = [rateOf('BTC', '50000'), rateOf('ETH', '2500'), rateOf('USDT', '0.92'), rateOf('XRP', '2')];
const report = (gateId: 'BTC' | 'ETH' | 'USDT_ERC20', costMinor: bigint, ageMs = 0) => ({
  gateId,
  costMinor,
  sampledAtMs: nowMs - ageMs,
});

describe('the network fee of a payer', () => {
  it('is the present cost in the network’s coin, rounded up to the cent', () => {
    const fee = estimateNetworkFee(gate('BTC'), { report: report('BTC', 1_401n), rates, nowMs });
    expect(fee).toEqual({ minor: 71n, isMeasured: true });
    const token = { report: report('USDT_ERC20', 400_000_000_000_000n), rates, nowMs };
    expect(estimateNetworkFee(gate('USDT_ERC20'), token)).toEqual({ minor: 100n, isMeasured: true });
    expect(estimateNetworkFee(gate('XRP'), { report: undefined, rates, nowMs })?.minor).toBe(1n);
  });

  it('is the usual fee without a report of the last 15 minutes', () => {
    const usual = { minor: 100n, isMeasured: false };
    expect(estimateNetworkFee(gate('BTC'), { report: undefined, rates, nowMs })).toEqual(usual);
    const at = (ageMs: number) => estimateNetworkFee(gate('BTC'), { report: report('BTC', 1n, ageMs), rates, nowMs });
    expect(at(15 * MINUTE)?.isMeasured).toBe(true);
    expect(at(15 * MINUTE + 1)).toEqual(usual);
    // The usual fee of a token is in the token: its own rate is enough.
    const noCoin = { report: undefined, rates: [rateOf('USDT', '0.92')], nowMs };
    expect(estimateNetworkFee(gate('USDT_ERC20'), noCoin)).toEqual({ minor: 46n, isMeasured: false });
  });

  it('is unknown without the rate of the coin that it is paid in', () => {
    const token = { report: report('USDT_ERC20', 1n), rates: [rateOf('USDT', '0.92')], nowMs };
    expect(estimateNetworkFee(gate('USDT_ERC20'), token)).toBeNull();
  });

  it('follows the decimals of the currency', () => {
    const yen = { report: report('BTC', 1_401n), rates: [rateOf('BTC', '9000000', 'JPY')], nowMs };
    expect(estimateNetworkFee(gate('BTC'), yen)?.minor).toBe(127n);
  });
});

describe('the usual time until paid', () => {
  it('is blocks to the threshold, and finality for large amounts', () => {
    expect(usualSeconds(gate('BTC'), 10n ** 12n)).toBe(1_200);
    expect(usualSeconds(gate('ETH'), null)).toBe(144);
    expect(usualSeconds(gate('ETH'), 1_999_999_999_999_999_999n)).toBe(144);
    expect(usualSeconds(gate('ETH'), 2_000_000_000_000_000_000n)).toBe(900);
  });
});

describe('the marks', () => {
  const offer = (gateId: PayableOffer['gateId'], costMinor: bigint | null, seconds: number) => ({
    gateId,
    costMinor,
    seconds,
  });

  it('are given to one each', () => {
    const offers = [offer('BTC', 5_061n, 1_200), offer('LTC', 4_992n, 900), offer('XRP', 4_993n, 4)];
    expect(bestOffers(offers)).toEqual({ cheapest: 'LTC', fastest: 'XRP' });
  });

  it('are not given without a choice, to equals, or while a cost is unknown', () => {
    const none = { cheapest: null, fastest: null };
    expect(bestOffers([])).toEqual(none);
    expect(bestOffers([offer('BTC', 1n, 1)])).toEqual(none);
    expect(bestOffers([offer('USDT_TRC20', 5n, 63), offer('TRX', 5n, 63)])).toEqual(none);
    expect(bestOffers([offer('BTC', 1n, 1_200), offer('LTC', null, 900)])).toEqual({ ...none, fastest: 'LTC' });
  });

  it('are true: nothing offered is as cheap or as fast', () => {
    const offers = fc.uniqueArray(
      fc.record({
        gateId: fc.constantFrom(...CRYPTO_GATES),
        costMinor: fc.option(fc.bigInt({ min: 0n, max: 5n })),
        seconds: fc.integer({ min: 1, max: 5 }),
      }),
      { selector: ({ gateId }) => gateId },
    );
    fc.assert(
      fc.property(offers, (all) => {
        const { cheapest, fastest } = bestOffers(all);
        const best = (id: string | null) => all.find(({ gateId }) => gateId === id);
        const others = (id: string | null) => all.filter(({ gateId }) => gateId !== id);
        if (fastest !== null) {
          expect(others(fastest).every(({ seconds }) => seconds > (best(fastest)?.seconds ?? 0))).toBe(true);
        }
        const cost = best(cheapest)?.costMinor ?? null;
        if (cheapest !== null) {
          expect(
            others(cheapest).every((other) => other.costMinor !== null && cost !== null && other.costMinor > cost),
          ).toBe(true);
        }
      }),
    );
  });
});
