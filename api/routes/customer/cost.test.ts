import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../../../db/core/sql.ts';
import { saveGateCosts } from '../../../db/payouts/network-fees.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let api: TestApi;
let merchant: TestMerchant;

beforeAll(async () => {
  api = await startTestApi();
  merchant = await api.merchant();
});
afterAll(() => api?.close());

async function gatesOf(body: object) {
  const whole = { amount: '49.90', currency: 'EUR', ...body };
  const { json } = await api.call({ url: '/api/v1/invoices', body: whole, as: merchant.token });
  const { data } = (await api.call({ url: `/customer/invoices/${json.data.id}` })).json;
  return data.gates.map(
    ({ gate_id, minutes, network_fee, cheapest, fastest }: Record<string, unknown>) =>
      [gate_id, minutes, network_fee, cheapest, fastest] as const,
  );
}

/** A follower has read this of its network. */
const costs = (gateId: 'BTC' | 'USDT_ERC20', costMinor: bigint, ageMs = 0) =>
  saveGateCosts(api.db, {
    mode: 'sandbox',
    costs: [{ gateId, costMinor, ownCostMinor: null }],
    nowMs: Date.now() - ageMs,
  });

describe('the coins that a payer chooses from', () => {
  test('have the network’s present fee in the currency of the invoice, and the marks of the best', async () => {
    // Of the rates of the test: 50,000 EUR for BTC, 2,500 for ETH.
    await costs('BTC', 1_401n);
    await costs('USDT_ERC20', 400_000_000_000_000n);
    expect(await gatesOf({ gates: ['BTC', 'USDT_ERC20', 'XRP'] })).toEqual([
      ['BTC', 20, '0.71', false, false],
      ['USDT_ERC20', 2, expect.stringMatching(/^\d+\.\d\d$/), false, false],
      ['XRP', 0, '0.01', true, true],
    ]);
    expect(await gatesOf({ gates: ['BTC'] })).toEqual([['BTC', 20, '0.71', false, false]]);
  });

  test('have the usual fee once the report is older than 15 minutes', async () => {
    await execute(api.db, 'DELETE FROM network_fee');
    await costs('BTC', 9_000n, 16 * 60_000);
    expect(await gatesOf({ gates: ['BTC'] })).toEqual([['BTC', 20, '1.00', false, false]]);
  });

  test('take longer where a large amount waits for finality', async () => {
    expect((await gatesOf({ gates: ['ETH'] }))[0]?.[1]).toBe(2);
    expect((await gatesOf({ gates: ['ETH'], amount: '14000' }))[0]?.[1]).toBe(15);
  });
});
