import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gate } from '../assets/assets.ts';
import {
  agreedNetworkFee,
  DEFAULT_NETWORK_FEE_BOUNDS,
  type FeeSample,
  gatheringAllowance,
  gatheringQuote,
  quoteNetworkFee,
  SAMPLE_MAX_AGE_MS,
} from './network-fee.ts';

const sampledAt = new Date('2026-10-05T10:00:00.000Z');
const sample = (costMinor: bigint, more: Partial<FeeSample> = {}): FeeSample => ({
  costMinor,
  ownCostMinor: null,
  sampledAt,
  ageMs: 0,
  ...more,
});
const quoteOf = (gateId: 'BTC' | 'USDT_TRC20', reported: FeeSample | null, tokensPerCoin = { num: 3n, den: 10n }) =>
  quoteNetworkFee(gate(gateId), {
    sample: reported,
    tokensPerCoin: gateId === 'BTC' ? null : tokensPerCoin,
    coinDecimals: gateId === 'BTC' ? 8 : 6,
    bounds: DEFAULT_NETWORK_FEE_BOUNDS[gateId === 'BTC' ? 'BTC' : 'TRON'],
  });

describe('the network fee of a payout', () => {
  it('is what the network asks for with a margin, rounded up to two digits; a coin’s ceiling is what is charged', () => {
    expect(quoteOf('BTC', sample(2_121n))).toEqual({
      chargedMinor: 4_300n,
      ceilingMinor: 4_300n,
      costMinor: 2_121n,
      sampledAt,
    });
  });

  it('of a token is the value of its ceiling', () => {
    // 13.5 TRX and a quarter are 17 TRX, worth 0.3 USDT each.
    expect(quoteOf('USDT_TRC20', sample(13_500_000n))).toMatchObject({
      chargedMinor: 5_100_000n,
      ceilingMinor: 17_000_000n,
    });
  });

  it('of a token without a rate is the typical one, and may cost what the network asks for, a first payment to an address included', () => {
    const quote = (reported: FeeSample | null) =>
      quoteNetworkFee(gate('USDT_TRC20'), {
        sample: reported,
        tokensPerCoin: null,
        coinDecimals: 6,
        bounds: DEFAULT_NETWORK_FEE_BOUNDS.TRON,
      });
    const typical = { chargedMinor: 2_000_000n, sampledAt: null };
    expect(quote(null)).toEqual({ ...typical, ceilingMinor: 14_000_000n, costMinor: null });
    const reported = { ...typical, ceilingMinor: 17_000_000n, costMinor: 13_500_000n };
    expect(quote(sample(13_500_000n))).toEqual(reported);
    expect(quote(sample(13_500_000n, { ageMs: SAMPLE_MAX_AGE_MS + 1 }))).toEqual(reported);
    // Never less than a first payment takes, whatever an earlier report was about.
    expect(quote(sample(1_000_000n)).ceilingMinor).toBe(14_000_000n);
  });

  it('lies within the bounds', () => {
    expect(quoteOf('BTC', sample(1n)).chargedMinor).toBe(500n);
    expect(quoteOf('BTC', sample(10n ** 9n)).chargedMinor).toBe(200_000n);
  });

  it('without a report is the typical one, and an old report counts only where it is higher', () => {
    const typical = { chargedMinor: 2_000n, ceilingMinor: 2_000n, costMinor: null, sampledAt: null };
    expect(quoteOf('BTC', null)).toEqual(typical);
    expect(quoteOf('BTC', sample(400n, { ageMs: SAMPLE_MAX_AGE_MS })).chargedMinor).toBe(800n);
    expect(quoteOf('BTC', sample(400n, { ageMs: SAMPLE_MAX_AGE_MS + 1 }))).toEqual(typical);
    expect(quoteOf('BTC', sample(4_000n, { ageMs: SAMPLE_MAX_AGE_MS + 1 })).chargedMinor).toBe(8_000n);
  });

  it('never falls when the network asks for more, and within the bounds covers what it asks for', () => {
    const cost = fc.bigInt({ min: 1n, max: 90_000n });
    fc.assert(
      fc.property(cost, cost, (a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(quoteOf('BTC', sample(less)).chargedMinor).toBeLessThanOrEqual(
          quoteOf('BTC', sample(more)).chargedMinor,
        );
        expect(quoteOf('BTC', sample(more)).ceilingMinor).toBeGreaterThanOrEqual(more);
      }),
    );
  });

  it('that was shown is charged while it covers what the network asks for, and is refused after that', () => {
    const shown = quoteOf('BTC', sample(1_000n));
    expect(agreedNetworkFee(shown, quoteOf('BTC', sample(2_000n)))).toEqual(shown);
    expect(agreedNetworkFee(shown, quoteOf('BTC', sample(10n)))).toEqual(shown);
    expect(() => agreedNetworkFee(shown, quoteOf('BTC', sample(2_001n)))).toThrow('The network fee has risen');
  });

  it('lets the gateway gather more coins than the two that are charged, at the approved rate', () => {
    const quote = quoteOf('BTC', sample(1_000n));
    expect(gatheringQuote(gate('BTC'), quote, 2)).toEqual(quote);
    // Ten coins: eight more and three spare, of 68 bytes each where the payment has 215.
    expect(gatheringQuote(gate('BTC'), quote, 10)).toEqual({ ...quote, ceilingMinor: 2_000n + 6_959n });
  });

  it('does the same for a transaction of several payments, which are charged two coins each', () => {
    const of = { gate: gate('BTC'), ceilingMinor: 2_000n };
    expect(gatheringAllowance({ ...of, coins: 10, payments: 5 })).toBe(0n);
    expect(gatheringAllowance({ ...of, coins: 16, payments: 4 })).toBe(6_959n);
  });
});
