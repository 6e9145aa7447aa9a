import { describe, expect, test } from 'vitest';
import { presentGasPrice } from '../../chain/evm/gas-price.ts';
import { gasFees, gasLimit, highestFee, paymentGas, replacementFees } from './fees.ts';

const GWEI = 1_000_000_000n;
const HIGHEST = 500n * GWEI;

describe('fees of a transaction', () => {
  test('leave room for a base fee that doubles, and are bounded', () => {
    expect(gasFees({ baseFee: 20n * GWEI, suggestedTip: 2n * GWEI }, HIGHEST)).toEqual({
      maxFeePerGas: 42n * GWEI,
      maxPriorityFeePerGas: 2n * GWEI,
    });
    expect(gasFees({ baseFee: 400n * GWEI, suggestedTip: GWEI }, HIGHEST)?.maxFeePerGas).toBe(HIGHEST);
    expect(gasFees({ baseFee: 445n * GWEI, suggestedTip: GWEI }, HIGHEST)).toBeNull();
  });

  test('do not believe a node that suggests far too much or nothing', () => {
    expect(gasFees({ baseFee: GWEI, suggestedTip: 900n * GWEI }, HIGHEST)?.maxPriorityFeePerGas).toBe(10n * GWEI);
    expect(gasFees({ baseFee: GWEI, suggestedTip: 0n }, HIGHEST)?.maxPriorityFeePerGas).toBe(GWEI / 100n);
  });

  test('of a replacement are both an eighth higher at least, rounded up, or what the chain asks now', () => {
    const prices = { baseFee: GWEI, suggestedTip: GWEI };
    const before = { maxFeePerGas: 10n * GWEI + 1n, maxPriorityFeePerGas: 3n };
    const after = replacementFees(prices, before, HIGHEST);
    expect(after).toEqual({ maxFeePerGas: (10n * GWEI * 9n) / 8n + 2n, maxPriorityFeePerGas: GWEI });
    expect(replacementFees(prices, { maxFeePerGas: HIGHEST, maxPriorityFeePerGas: GWEI }, HIGHEST)).toBeNull();
    expect(
      replacementFees({ baseFee: 50n * GWEI, suggestedTip: GWEI }, { ...before, maxPriorityFeePerGas: GWEI }, HIGHEST),
    ).toEqual({ maxFeePerGas: 101n * GWEI, maxPriorityFeePerGas: (GWEI * 9n) / 8n });
  });

  test('are bounded by the whole transaction too', () => {
    const bounds = { maxRateMinor: HIGHEST, maxTotalMinor: 21_000n * 100n * GWEI };
    expect(highestFee(bounds, 21_000n)).toBe(100n * GWEI);
    expect(highestFee({ ...bounds, maxTotalMinor: 10n ** 18n }, 21_000n)).toBe(HIGHEST);
  });

  test('gas: a plain transfer gets what it takes, a call a quarter more', () => {
    expect(gasLimit(21_000n)).toBe(21_000n);
    expect(gasLimit(60_001n)).toBe(75_001n);
  });

  test('gas: a recipient of coins that is a contract gets about 50 000 at the most, a token’s transfer 120 000', () => {
    expect(paymentGas('ETH', 21_000n)).toBe(21_000n);
    expect(paymentGas('ETH', 30_000n)).toBe(37_500n);
    expect(paymentGas('ETH', 50_000n)).toBe(50_000n);
    expect(paymentGas('ETH', 50_001n)).toBeNull();
    expect(paymentGas('USDT_ERC20', 65_000n)).toBe(81_250n);
    expect(paymentGas('USDT_ERC20', 120_001n)).toBeNull();
  });

  test('what is quoted with a doubled price pays every recipient that is paid at all', () => {
    const prices = { baseFee: 20n * GWEI, suggestedTip: 2n * GWEI };
    const quoted = 2n * presentGasPrice(prices);
    expect(gasFees(prices, (30_000n * quoted) / 50_000n)).not.toBeNull();
    expect(gasFees(prices, (65_000n * quoted) / 81_250n)).not.toBeNull();
  });
});
