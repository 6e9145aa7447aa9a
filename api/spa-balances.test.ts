import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund, RECIPIENTS } from '../db/payouts/testing.fixture.ts';
import { expectStatus, openBrowser } from './accounts.fixture.ts';
import { startTestApi, type TestApi } from './testing.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('the back office tells what is there and what all of it is worth, held money included', async () => {
  const shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 1_000_000n);
  await expectStatus(
    201,
    api.call({
      url: '/api/v1/payouts',
      as: shop.token,
      headers: { 'idempotency-key': 'held' },
      body: { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'recipient' },
    }),
  );
  const { email, password } = shop.user;
  const browser = await openBrowser(api);
  await expectStatus(200, browser({ url: '/auth/login', body: { email, password } }));
  const { json } = await expectStatus(200, browser({ url: '/spa/sandbox/balances' }));
  expect(json).toMatchObject({
    data: [
      {
        gate_id: 'BTC',
        available: '0.00900000',
        pending: '0.00000000',
        held: '0.00100000',
        value: '500.00',
        currency: 'EUR',
      },
    ],
  });
});
