import { expect, test } from 'vitest';
import { execute } from '../../../../db/core/sql.ts';
import { fund, RECIPIENTS } from '../../../../db/payouts/testing.fixture.ts';
import { expectStatus, openBrowser, signInAs } from '../../../testing/accounts.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';

const api = await openTestApi();

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

test('an amount of coins or euro is shown in the currency of the profile, and every currency with its places', async () => {
  const shop = await api.merchant();
  const browser = await signInAs(api, shop.user);
  const worth = async (query: string) => (await browser({ url: `/spa/sandbox/rate?${query}` })).json;
  expect((await worth('gate_id=BTC&amount=0.002')).data).toEqual({
    gate_id: 'BTC',
    amount: '0.00200000',
    currency: 'EUR',
    rate: '50000',
    value: '100.00',
  });
  expect((await worth('gate_id=EUR&amount=12.5')).data).toMatchObject({ rate: '1', value: '12.50' });
  expect(await worth('gate_id=EUR&amount=12.505')).toMatchObject({ errors: { amount: [expect.any(String)] } });
  expect(await worth('gate_id=DOGE&amount=1')).toMatchObject({ code: 'validation_failed' });
  await execute(api.db, `UPDATE rate SET expires_at = now() WHERE asset = 'LTC' AND mode = 'sandbox'`);
  expect((await worth('gate_id=LTC&amount=1')).data).toMatchObject({ rate: null, value: null });
  const { data } = (await expectStatus(200, browser({ url: '/spa/currencies' }))).json;
  expect(data).toContainEqual({ code: 'EUR', decimals: 2 });
  expect(data).toContainEqual({ code: 'JPY', decimals: 0 });
});
