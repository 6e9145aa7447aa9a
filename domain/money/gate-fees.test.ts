import { describe, expect, test } from 'vitest';
import { gates } from '../assets/assets.ts';
import { beforeGate, type GateFeeTerms, gateFees } from './gate-fees.ts';
import { bpsFloor } from './money.ts';
import { parseRate } from './rates.ts';

const now = new Date('2026-11-24T12:00:00Z');
const rate = parseRate('50000', { asset: 'BTC', currency: 'EUR', source: 'test', sampledAt: now, expiresAt: now });
const terms: GateFeeTerms = {
  subtotalMinor: 10_000n,
  customerPaysNetwork: false,
  autoconversion: { type: 'full', gate_id: 'USDT_TRC20' },
  conversionFeeBps: 50,
};
const fees = (changes: Partial<GateFeeTerms>, chosen = gates.BTC) => gateFees(chosen, rate, { ...terms, ...changes });

describe('what the choice of an asset adds', () => {
  test('the conversion fee is grossed up, so that 100.00 stay when 0.5 % of the whole is taken', () => {
    const { conversionFeeMinor } = fees({});
    expect(conversionFeeMinor).toBe(51n);
    const taken = (minor: bigint) => minor - bpsFloor(minor, 50);
    expect(taken(10_000n + conversionFeeMinor)).toBeGreaterThanOrEqual(10_000n);
    expect(taken(10_000n + conversionFeeMinor - 1n)).toBeLessThanOrEqual(10_000n);
  });

  test('is never less than what the conversion takes, whatever the amount and share', () => {
    for (const subtotalMinor of [1n, 99n, 100n, 12_345n, 1_500_000n]) {
      for (const percent of [1, 33, 50, 99]) {
        const autoconversion = { type: 'partial', gate_id: 'EUR', percent } as const;
        const { conversionFeeMinor } = fees({ subtotalMinor, autoconversion });
        const wholeMinor = subtotalMinor + conversionFeeMinor;
        const feeTimesMillion = wholeMinor * BigInt(percent) * 50n;
        expect(wholeMinor * 1_000_000n - feeTimesMillion).toBeGreaterThanOrEqual(subtotalMinor * 1_000_000n);
        expect(conversionFeeMinor * 1_000_000n - feeTimesMillion).toBeLessThan(1_000_000n);
      }
    }
  });

  test('a part costs a part', () => {
    expect(fees({ autoconversion: { type: 'partial', gate_id: 'USDT_TRC20', percent: 40 } })).toEqual({
      networkFeeMinor: 0n,
      conversionFeeMinor: 21n,
    });
  });

  test('costs nothing where the merchant pays it or nothing is converted', () => {
    expect(fees({ conversionFeeBps: 0 }).conversionFeeMinor).toBe(0n);
    expect(fees({ autoconversion: { type: 'none' } }).conversionFeeMinor).toBe(0n);
    expect(fees({}, gates.USDT_TRC20).conversionFeeMinor).toBe(0n);
    expect(fees({}, gates.TRX).conversionFeeMinor).toBe(0n);
  });

  test('the network fee is its own', () => {
    expect(fees({ customerPaysNetwork: true })).toEqual({ networkFeeMinor: 100n, conversionFeeMinor: 51n });
  });
});

test('another choice starts without the fees of the last one', () => {
  const { autoconversion, conversionFeeBps } = terms;
  const chosen = { totalMinor: 10_351n, networkFeeMinor: 100n, conversionFeeMinor: 51n, serviceFeeMinor: 200n };
  expect(beforeGate({ ...chosen, autoconversion, conversionFeeBps })).toEqual({
    totalBeforeGateMinor: 10_200n,
    subtotalMinor: 10_000n,
    autoconversion,
    conversionFeeBps,
  });
});
