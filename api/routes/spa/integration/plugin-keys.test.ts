import { beforeAll, expect, test } from 'vitest';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../../../testing/server.fixture.ts';

let merchant: TestMerchant;
let as: (call: TestCall) => Promise<TestAnswer>;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant();
  as = await api.signIn(merchant);
});

const create = (label = 'Magento', more: object = {}) =>
  as({ url: '/spa/sandbox/plugin-keys', body: { label, ...more } });

test('shows the values to enter in a plugin, and makes a key that works with them', async () => {
  const { status, json } = await create();
  expect([status, json.data]).toMatchObject([201, { label: 'Magento', key: expect.stringMatching(/^tgb_/) }]);
  const shown = (await as({ url: '/spa/sandbox/plugin-keys' })).json.data;
  expect(shown).toMatchObject({
    server_url: 'http://localhost:8080/btcpay',
    store_id: merchant.profileId,
    keys: [{ id: json.data.id, label: 'Magento' }],
  });
  expect(JSON.stringify(shown)).not.toContain(json.data.key);
  const url = `${new URL(shown.server_url).pathname}/api/v1/stores/${shown.store_id}`;
  const headers = { authorization: `token ${json.data.key}` };
  expect((await api.call({ url, headers })).status).toBe(200);
});

test('a deleted key stops working, and nobody else can delete it', async () => {
  const { id, key } = (await create('Old shop')).json.data;
  const stranger = await api.signIn(await api.merchant());
  const url = `/spa/sandbox/plugin-keys/${id}`;
  expect((await stranger({ url, method: 'DELETE' })).status).toBe(404);
  expect((await as({ url: `/spa/production/plugin-keys/${id}`, method: 'DELETE' })).status).toBe(404);
  expect((await as({ url, method: 'DELETE' })).status).toBe(204);
  const headers = { authorization: `token ${key}` };
  expect((await api.call({ url: '/btcpay/api/v1/server/info', headers })).status).toBe(401);
  expect((await as({ url, method: 'DELETE' })).status).toBe(404);
});

test('production asks for 2FA, as for an API token; a shop has a bounded number of keys', async () => {
  const production = await as({ url: '/spa/production/plugin-keys', body: { label: 'Shop' } });
  expect([production.status, production.json.code]).toEqual([409, 'two_fa_not_enabled']);
  const answers = [];
  for (let n = 0; n < 21; n += 1) answers.push(await create(`Shop ${n} ${newId()}`));
  expect(answers.at(-1)).toMatchObject({ status: 409, json: { code: 'conflict' } });
});
