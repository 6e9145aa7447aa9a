import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '../db/people/api-tokens.ts';
import { inTransaction } from '../db/sequelize.ts';
import { one, select } from '../db/sql.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { signInAs } from './accounts.fixture.ts';
import { startTestApi, type TestApi } from './testing.fixture.ts';

let api: TestApi;
let merchant: TestMerchant;

beforeAll(async () => {
  api = await startTestApi();
  merchant = await api.merchant();
});
afterAll(() => api.close());

const create = (body: unknown, headers: Record<string, string> = {}, as = merchant.token) =>
  api.call({ url: '/api/v1/addresses', body, headers, as });
const get = (url: string, as = merchant.token) => api.call({ url, as });
const wanted = (more: object = {}) => ({ gate_id: 'BTC', reference: `customer-${newId()}`, ...more });

describe('an address of a customer', () => {
  test('is the same for the same gate and reference, and another for each other one', async () => {
    const body = wanted({ description: 'Anna' });
    const first = await create(body);
    expect(first.status).toBe(201);
    expect(first.json.data).toMatchObject({ ...body, mode: 'sandbox', destination_tag: null, minimum: '0.00004000' });
    expect(first.json.data.payment_uri).toBe(`bitcoin:${first.json.data.address}`);
    const again = await create({ ...body, description: 'somebody else' });
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
    const others = [await create(wanted()), await create({ ...body, gate_id: 'LTC' })];
    expect(new Set([first, ...others].map(({ json }) => json.data.address)).size).toBe(3);
  });

  test('is made once by any number of requests at once', async () => {
    const body = wanted({ gate_id: 'ETH' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(body)));
    expect(new Set(answers.map(({ json }) => json.data.address)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const watched = 'SELECT FROM watched_address WHERE static_address_id = $1';
    expect(await select(api.db, watched, [answers[0]?.json.data.id])).toHaveLength(1);
  });

  test('is not offered in production while compliance does not count deposits', async () => {
    const { token } = await api.merchant({ mode: 'production' });
    const { status, json } = await create(wanted(), {}, token);
    expect([status, json.code]).toEqual([503, 'network_unavailable']);
    expect(json.message).toContain('sandbox mode only so far');
  });

  test('on XRP is one account with a tag of each customer', async () => {
    const [one, other] = [await create(wanted({ gate_id: 'XRP' })), await create(wanted({ gate_id: 'XRP' }))];
    expect(one.json.data.address).toBe(other.json.data.address);
    expect(one.json.data.destination_tag).toMatch(/^\d+$/);
    expect(one.json.data.destination_tag).not.toBe(other.json.data.destination_tag);
  });

  test.each([
    [{ reference: '' }, 'reference'],
    [{ reference: 'a b' }, 'reference'],
    [{ gate_id: 'EUR' }, 'gate_id'],
    [{ notification_url: 'http://user:secret@shop.example/' }, 'notification_url'],
    [{ autoconversion: { type: 'full' } }, 'autoconversion.gate_id'],
    [{ autoconversion: { type: 'full', gate_id: 'EUR', percent: 5 } }, 'autoconversion.percent'],
    [{ merchant_id: newId() }, 'merchant_id'],
  ])('refuses %j', async (more, field) => {
    const { status, json } = await create(wanted(more));
    expect(status).toBe(422);
    expect(Object.keys(json.errors)).toContain(field);
  });

  test('is found by its reference, and by nobody else', async () => {
    const body = wanted();
    const { id } = (await create(body)).json.data;
    expect((await get(`/api/v1/addresses?reference=${body.reference}`)).json.data).toMatchObject([{ id }]);
    const stranger = await api.merchant();
    expect((await get(`/api/v1/addresses/${id}`, stranger.token)).status).toBe(404);
    expect((await get(`/api/v1/addresses?reference=${body.reference}`, stranger.token)).json.data).toEqual([]);
    const theirs = await create(body, {}, stranger.token);
    expect(theirs.status).toBe(201);
    expect(theirs.json.data.id).not.toBe(id);
  });

  test('is one object for one Idempotency-Key; another body is a conflict', async () => {
    const key = { 'idempotency-key': newId() };
    const body = wanted();
    const [first, again] = [await create(body, key), await create(body, key)];
    expect([again.status, again.json.data]).toEqual([201, first.json.data]);
    expect((await create(wanted(), key)).status).toBe(409);
  });

  test('needs its own permissions', async () => {
    const { profileId } = merchant;
    const reader = await inTransaction(api.db, (tx) =>
      createApiToken(tx, { profileId, mode: 'sandbox', name: 'reads', permissions: ['address_get'], createdBy: null }),
    );
    expect((await create(wanted(), {}, reader)).status).toBe(403);
    expect((await get('/api/v1/addresses', reader)).status).toBe(200);
    expect((await get('/api/v1/deposits', reader)).status).toBe(200);
    expect((await get('/api/v1/invoices', reader)).status).toBe(403);
  });

  test('is made and listed in the back office too', async () => {
    const as = await signInAs(api, merchant.user);
    const body = wanted();
    const made = await as({ url: '/spa/sandbox/addresses', body });
    expect(made.status).toBe(201);
    const listed = await as({ url: `/spa/sandbox/addresses?reference=${body.reference}` });
    expect(listed.json.data).toEqual([made.json.data]);
    expect((await as({ url: '/spa/sandbox/deposits' })).json.data).toEqual([]);
    expect((await as({ url: `/spa/sandbox/deposits/${newId()}` })).status).toBe(404);
  });
});

describe('emulating a payment to an address', () => {
  const pay = (id: string, body: object, as = merchant.token) =>
    api.call({ url: `/api/v1/sandbox/addresses/${id}/payments`, body, as });

  test('sends what was asked to that address', async () => {
    const { id, address } = (await create(wanted({ gate_id: 'LTC' }))).json.data;
    const { status, json } = await pay(id, { amount: '1.5', scenario: 'replaced' });
    expect(status).toBe(202);
    expect(json.data).toMatchObject({ address_id: id, address, amount: '1.50000000', gate_id: 'LTC' });
    expect(json.data.replaced_by).not.toBeNull();
    const sql = 'SELECT state FROM sim_transaction WHERE txid = $1';
    expect(await one(api.db, sql, [json.data.txid])).toEqual({ state: 'pinned' });
  });

  test('is for the own addresses and the known scenarios only', async () => {
    const { id } = (await create(wanted())).json.data;
    expect((await pay(id, { amount: '1', scenario: 'late' })).status).toBe(422);
    expect((await pay(id, {})).status).toBe(422);
    expect((await pay(newId(), { amount: '1' })).status).toBe(404);
    expect((await pay(id, { amount: '1' }, (await api.merchant()).token)).status).toBe(404);
  });
});
