import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { openPlugin, type TestPlugin, WOO_INVOICE } from './greenfield.fixture.ts';

let merchant: TestMerchant;
let plugin: TestPlugin;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant({ profile: { domain: 'shop.test' } });
  plugin = await openPlugin(api, merchant.profileId);
});

const invoice = async () => (await plugin.inStore({ url: '/invoices', body: WOO_INVOICE })).json.id as string;

test('BTCPay’s short address leads to the payment page, and nowhere else', async () => {
  const id = await invoice();
  for (const url of [`/btcpay/i/${id}`, `/btcpay/invoice?id=${id}`]) {
    const { status, headers } = await api.call({ url });
    expect([url, status, headers.location]).toEqual([url, 302, `/invoice/${id}`]);
  }
  const framed = await api.call({ url: `/btcpay/invoice?id=${id}&view=modal` });
  expect([framed.status, framed.headers.location]).toEqual([302, `/btcpay/modal/${id}`]);
  const foreign = await api.call({ url: '/btcpay/i/%2F%2Fevil.example' });
  expect([foreign.status, foreign.headers.location]).toEqual([302, '/invoice/unknown']);
});

test('the status for the frame has BTCPay’s words', async () => {
  const id = await invoice();
  const { json } = await api.call({ url: `/btcpay/invoice/status?id=${id}` });
  expect(json).toEqual({ status: 'New' });
  expect((await api.call({ url: '/btcpay/invoice/status?id=x' })).status).toBe(404);
});

test('shops may load the script of the modal into their pages', async () => {
  const { status, headers, text } = await api.call({ url: '/btcpay/modal/btcpay.js' });
  expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
  expect(text).toBe(readFileSync(join(import.meta.dirname, 'browser/btcpay.js'), 'utf8'));
});
