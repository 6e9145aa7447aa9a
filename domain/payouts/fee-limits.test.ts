import { describe, expect, it } from 'vitest';
import { gate } from '../assets/assets.ts';
import { DEFAULT_FEE_BOUNDS } from './fee-bounds.ts';
import {
  DEFAULT_NETWORK_FEE_BOUNDS,
  type FeeConditions,
  type FeeSample,
  feeMarginBps,
  gatheringQuote,
  quoteNetworkFee,
  SAMPLE_MAX_AGE_MS,
} from './network-fee.ts';

const GWEI = 10n ** 9n;

describe('what bounds the fees that the gateway pays', () => {
  it('is so much for a unit and a transaction, by network', () => {
    expect(DEFAULT_FEE_BOUNDS).toEqual({
      BTC: { maxRateMinor: 500n, maxTotalMinor: 5_000_000n },
      LTC: { maxRateMinor: 1_000n, maxTotalMinor: 10_000_000n },
      BCH: { maxRateMinor: 100n, maxTotalMinor: 1_000_000n },
      ETH: { maxRateMinor: 500n * GWEI, maxTotalMinor: 10n ** 17n },
      TRON: { maxRateMinor: 1_000n, maxTotalMinor: 200_000_000n },
      XRP: { maxRateMinor: 2_000_000n, maxTotalMinor: 2_000_000n },
    });
  });

  it('is so much for one payment that is charged, by network', () => {
    expect(DEFAULT_NETWORK_FEE_BOUNDS).toEqual({
      BTC: { minMinor: 500n, maxMinor: 200_000n },
      LTC: { minMinor: 5_000n, maxMinor: 2_000_000n },
      BCH: { minMinor: 500n, maxMinor: 200_000n },
      ETH: { minMinor: 20_000n * GWEI, maxMinor: 20_000_000n * GWEI },
      TRON: { minMinor: 1_100_000n, maxMinor: 100_000_000n },
      XRP: { minMinor: 12n, maxMinor: 1_000_000n },
    });
  });

  it('doubles what a network asks for, on TRON adds a quarter', () => {
    const margins = (['utxo', 'evm', 'tron', 'xrp'] as const).map(feeMarginBps);
    expect(margins).toEqual([20_000n, 20_000n, 12_500n, 20_000n]);
  });

  it('counts a report of the network for a quarter of an hour', () => {
    expect(SAMPLE_MAX_AGE_MS).toBe(900_000);
  });
});

describe('the network fee of a token', () => {
  const sampledAt = new Date('2026-10-05T10:00:00.000Z');
  const sample: FeeSample = { costMinor: 8_000_000n, ownCostMinor: null, sampledAt, ageMs: 0 };
  const quoteOf = (gateId: 'USDT_TRC20' | 'USDT_ERC20', changed: Partial<FeeConditions>) =>
    quoteNetworkFee(gate(gateId), {
      sample,
      tokensPerCoin: null,
      coinDecimals: 6,
      bounds: DEFAULT_NETWORK_FEE_BOUNDS.TRON,
      ...changed,
    });

  it('without a rate is the typical one, with a ceiling in the coin of its network', () => {
    const typical = { costMinor: 8_000_000n, sampledAt: null };
    expect(quoteOf('USDT_TRC20', {})).toEqual({ ...typical, chargedMinor: 2_000_000n, ceilingMinor: 14_000_000n });
    expect(quoteOf('USDT_ERC20', {})).toEqual({ ...typical, chargedMinor: 500_000n, ceilingMinor: 200_000n * GWEI });
  });

  it('is what the node says of the token itself where it does, also without a rate', () => {
    // With a quarter more: 10 TRX at the most, and 2.41 USDT rounded up.
    expect(quoteOf('USDT_TRC20', { sample: { ...sample, ownCostMinor: 1_925_000n } })).toEqual({
      chargedMinor: 2_500_000n,
      ceilingMinor: 10_000_000n,
      costMinor: 8_000_000n,
      sampledAt,
    });
  });

  it('of a rate has as many decimals as the token, whatever the coin has', () => {
    // 0.0001 ETH and as much again, worth 3 000 USDT each.
    const quote = quoteOf('USDT_ERC20', {
      sample: { ...sample, costMinor: 100_000n * GWEI },
      tokensPerCoin: { num: 3_000n, den: 1n },
      coinDecimals: 18,
      bounds: DEFAULT_NETWORK_FEE_BOUNDS.ETH,
    });
    expect(quote).toEqual({
      chargedMinor: 600_000n,
      ceilingMinor: 200_000n * GWEI,
      costMinor: 100_000n * GWEI,
      sampledAt,
    });
  });

  it('of an old report is the typical one where both are the same', () => {
    const old = { ...sample, costMinor: 1_000n, ageMs: SAMPLE_MAX_AGE_MS + 1 };
    const bounds = DEFAULT_NETWORK_FEE_BOUNDS.BTC;
    expect(
      quoteNetworkFee(gate('BTC'), { sample: old, tokensPerCoin: null, coinDecimals: 8, bounds }).sampledAt,
    ).toBeNull();
  });

  it('keeps every digit of a fee that has one or two', () => {
    const own = (ownCostMinor: bigint) => quoteOf('USDT_TRC20', { sample: { ...sample, ownCostMinor } }).chargedMinor;
    expect([own(4n), own(8n), own(79n), own(80n), own(81n)]).toEqual([5n, 10n, 99n, 100n, 110n]);
  });
});

describe('a payment that gathers many coins', () => {
  const quote = { chargedMinor: 3_770n, ceilingMinor: 3_770n, costMinor: null, sampledAt: null };

  it('may spend more by the size of the coins, which are larger on Bitcoin Cash', () => {
    // One more than the two that are charged, and three spare: 4 of 68 in 215 bytes, or 4 of 149 in 377.
    expect(gatheringQuote(gate('LTC'), quote, 3).ceilingMinor).toBe(3_770n + 4_770n);
    expect(gatheringQuote(gate('BCH'), quote, 3).ceilingMinor).toBe(3_770n + 5_960n);
  });
});
