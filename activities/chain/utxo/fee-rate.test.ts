import { describe, expect, test } from 'vitest';
import { DEFAULT_FEE_BOUNDS } from '../../../domain/payouts/fee-bounds.ts';
import { type RpcClient, RpcError } from '../json-rpc.ts';
import { askFeeRate, askFeeRates } from './fee-rate.ts';

/** A node that answers these calls and knows no others. */
function nodeWith(answers: Readonly<Record<string, unknown>>): RpcClient {
  return {
    async call<Result>(method: string, params: readonly unknown[] = []) {
      const answer = answers[`${method}/${params.length}`] ?? answers[method];
      if (answer === undefined) throw new RpcError(-32601, 'Method not found');
      return answer as Result;
    },
    batch: () => Promise.reject(new Error('not asked')),
    close: async () => {},
  };
}

describe('the fee rate', () => {
  test('is what Core estimates, from whole coins per kilobyte, rounded up', async () => {
    expect(await askFeeRate(nodeWith({ estimatesmartfee: { feerate: 0.00012345 } }), 'BTC')).toBe(13n);
    expect(await askFeeRate(nodeWith({ estimatesmartfee: { feerate: 0.00012 } }), 'BTC')).toBe(12n);
  });

  test('is what the Go programs estimate, with or without a number of blocks', async () => {
    expect(await askFeeRate(nodeWith({ 'estimatefee/1': 0.00076 }), 'BTC')).toBe(76n);
    expect(await askFeeRate(nodeWith({ 'estimatefee/0': 0.00003 }), 'BCH')).toBe(3n);
  });

  test('is our own guess where the node has seen too little to tell', async () => {
    const core = { estimatesmartfee: { errors: ['Insufficient data or no feerate found'], blocks: 0 } };
    expect(await askFeeRate(nodeWith(core), 'LTC')).toBe(20n);
    expect(await askFeeRate(nodeWith({ estimatefee: -1 }), 'BTC')).toBe(20n);
    expect(await askFeeRate(nodeWith({}), 'BCH')).toBe(2n);
  });

  test('is never less than the node takes in, nor than what is relayed', async () => {
    const full = { estimatesmartfee: { feerate: 0.00001 }, getmempoolinfo: { mempoolminfee: 0.00015 } };
    expect(await askFeeRate(nodeWith(full), 'BTC')).toBe(15n);
    expect(await askFeeRate(nodeWith({ estimatesmartfee: { feerate: 0.0000001 } }), 'BTC')).toBe(1n);
  });

  test('is the market only where the node knows it: by its estimate, or because all that waits fits a block', async () => {
    const info = { mempoolminfee: 0.00001, bytes: 400 };
    const marketOf = async (answers: Readonly<Record<string, unknown>>) =>
      (await askFeeRates(nodeWith(answers), 'BTC')).marketMinor;
    expect(await marketOf({ estimatesmartfee: { feerate: 0.00012 }, getmempoolinfo: info })).toBe(12n);
    expect(await marketOf({ estimatesmartfee: {}, getmempoolinfo: info })).toBe(1n);
    expect(await marketOf({ estimatesmartfee: {}, getmempoolinfo: { ...info, bytes: 1_000_000 } })).toBeNull();
    expect(await marketOf({ estimatesmartfee: {} })).toBeNull();
    // btcd counts its pool and does not say what it asks for.
    expect(await marketOf({ estimatefee: -1, getmempoolinfo: { bytes: 400 } })).toBeNull();
    expect(await marketOf({ 'estimatefee/1': 0.00076 })).toBe(76n);
  });

  test('of a node that talks nonsense is no estimate', async () => {
    for (const feerate of [Number.NaN, Number.POSITIVE_INFINITY, -5, '1', null]) {
      expect(await askFeeRate(nodeWith({ estimatesmartfee: { feerate } }), 'BTC')).toBe(20n);
    }
    // One that asks for a fortune is believed; the bounds stop it.
    const rate = await askFeeRate(nodeWith({ estimatesmartfee: { feerate: 1 } }), 'BTC');
    expect(rate).toBeGreaterThan(DEFAULT_FEE_BOUNDS.BTC.maxRateMinor);
  });
});
