import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { one } from '../../../db/core/sql.ts';
import { makeInvoice, payInFull } from '../../../db/invoices/testing.fixture.ts';
import { fund, moneyOf, RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import { createApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

let shop: TestMerchant;
const api = await openTestApi();
beforeEach(async () => {
  shop = await api.merchant();
});

const get = (url: string, as = shop.token) => api.call({ url: `/api/v1/${url}`, as });
const narrowToken = () =>
  inTransaction(api.db, (tx) =>
    createApiToken(tx, {
      profileId: shop.profileId,
      mode: shop.mode,
      name: 'Reader',
      createdBy: shop.user.id,
      permissions: ['invoice_get'],
    }),
  );

test('a token learns what it is and may do', async () => {
  const token = await narrowToken();
  const { json } = await get('me', token);
  expect(json.data).toMatchObject({
    mode: 'sandbox',
    currency: 'EUR',
    permissions: ['invoice_get'],
    event_types: ['invoice.*', 'card_order.*', 'payment_request.*'],
    shop: { id: null, profile_id: shop.profileId, closed: false },
    merchant: { id: shop.merchantId },
    token: { id: token.id, name: 'Reader' },
  });
  expect(JSON.stringify(json)).not.toContain(token.secret);
  const currencies = (await get('currencies')).json.data;
  expect(currencies).toContainEqual({ code: 'JPY', decimals: 0 });
  expect(currencies).toContainEqual({ code: 'KWD', decimals: 3 });
});

test('the lines of a balance are read page by page, add up to it, and go on where they ended', async () => {
  const empty = await get('ledger-entries?gate_id=BTC');
  expect(empty.json).toEqual({ data: [], has_more: false, next: '0.0' });
  for (let count = 0; count < 3; count += 1) await payInFull(api.db, (await makeInvoice(api.db, shop)).id);
  const lines: { amount: string; balance: string }[] = [];
  let page = (await get('ledger-entries?gate_id=BTC&limit=2')).json;
  while (page.has_more) {
    lines.push(...page.data);
    page = (await get(`ledger-entries?gate_id=BTC&limit=2&after=${page.next}`)).json;
  }
  expect(lines.length).toBeGreaterThanOrEqual(3);
  const [balance] = (await get('balances?gate_id=BTC')).json.data;
  expect(lines.at(-1)?.balance).toBe(balance.available);
  const sum = lines.reduce((total, { amount }) => total + Number(amount), 0);
  expect(sum).toBeCloseTo(Number(balance.available), 8);
  await payInFull(api.db, (await makeInvoice(api.db, shop)).id);
  const more = (await get(`ledger-entries?gate_id=BTC&after=${page.next}`)).json.data;
  const [later] = (await get('balances?gate_id=BTC')).json.data;
  expect(more.at(-1)?.balance).toBe(later.available);
});

test('a token reads no lines of another merchant, with any cursor, and none without the permission', async () => {
  await payInFull(api.db, (await makeInvoice(api.db, shop)).id);
  const { next } = (await get('ledger-entries?gate_id=BTC')).json;
  const stranger = (await api.merchant()).token;
  for (const after of ['0.0', next, '999999999999999999.-5']) {
    expect((await get(`ledger-entries?gate_id=BTC&after=${after}`, stranger)).json.data).toEqual([]);
  }
  expect((await get("ledger-entries?gate_id=BTC&after=0.0';--")).status).toBe(422);
  expect((await get('ledger-entries?gate_id=BTC', await narrowToken())).status).toBe(403);
});

test('a quote says what a payout costs, and why it would be refused, and holds nothing', async () => {
  await fund(api.db, shop, 'BTC', 1_000_000n);
  const before = await moneyOf(api.db, shop, 'BTC');
  const quote = async (amount: string) =>
    (await get(`payouts/quote?gate_id=BTC&amount=${amount}&fee_payer=merchant`)).json.data;
  const fine = await quote('0.001');
  expect(fine).toMatchObject({ gate_id: 'BTC', fee_payer: 'merchant', problem: null, is_open: true });
  expect((await quote('1')).problem).toMatch(/balance/i);
  expect(await moneyOf(api.db, shop, 'BTC')).toEqual(before);
  const headers = { 'idempotency-key': newId() };
  const body = { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' };
  const made = await api.call({ url: '/api/v1/payouts', body, headers, as: shop.token });
  expect(made.json.data).toMatchObject({ net_amount: fine.net_amount, total: fine.total, fees: fine.fees });
});

test.each([
  ['payouts', { gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC, fee_payer: 'merchant' }, 'payout'],
  [
    'mass-payouts',
    { lines: [{ gate_id: 'BTC', amount: '0.001', address: RECIPIENTS.BTC }], fee_payer: 'merchant' },
    'mass_payout',
  ],
] as const)('validate_only on %s checks everything and does nothing', async (path, body, table) => {
  await fund(api.db, shop, 'BTC', 1_000_000n);
  const before = await moneyOf(api.db, shop, 'BTC');
  const headers = { 'idempotency-key': newId() };
  const send = (query: string, changes = {}) =>
    api.call({ url: `/api/v1/${path}${query}`, body: { ...body, ...changes }, headers, as: shop.token });
  const checked = await send('?validate_only=true');
  expect(checked.status, checked.text).toBe(200);
  expect((await get(`${path}/${checked.json.data.id}`)).status).toBe(404);
  const count = `SELECT count(*)::int AS n FROM ${table} WHERE profile_id = $1`;
  expect(await one(api.db, count, [shop.profileId])).toEqual({ n: 0 });
  expect(await moneyOf(api.db, shop, 'BTC')).toEqual(before);
  // The key is still free, and is used by what is done.
  expect((await send('')).status).toBe(201);
  expect((await send('?validate_only=true')).json.data.id).not.toBe(checked.json.data.id);
  expect((await send('?validate_only=true', { fee_payer: 'nobody' })).status).toBe(422);
});
