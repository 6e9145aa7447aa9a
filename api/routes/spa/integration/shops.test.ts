import { beforeEach, describe, expect, test } from 'vitest';
import { execute, one, select } from '../../../../db/core/sql.ts';
import { makeInvoice } from '../../../../db/invoices/testing.fixture.ts';
import { readPolicy } from '../../../../db/outflows/policy.ts';
import { fund, makePayout } from '../../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { addColleague, signInAs } from '../../../testing/accounts.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../../../testing/server.fixture.ts';

type Caller = (call: TestCall) => Promise<TestAnswer>;

/** As the sender of webhooks does for each event. */
const deliverAll = `
  INSERT INTO webhook_delivery (event_id, profile_id, invoice_id, type, url, status)
  SELECT id, profile_id, NULL, type, 'https://shop.example/hook', 'pending' FROM event WHERE profile_id = $1`;

let merchant: TestMerchant;
let as: Caller;
/** `{profile}` of the second shop in sandbox. */
let second: string;

const api = await openTestApi();

beforeEach(async () => {
  merchant = await api.merchant();
  as = await api.signIn(merchant);
  const made = await as({ url: '/spa/shops', body: { name: 'Harbor' } });
  expect(made.status, made.text).toBe(201);
  second = `sandbox:${made.json.data.id}`;
});

async function makeToken(profile: string, permissions: readonly string[] = ['invoice_create', 'invoice_get']) {
  const made = await as({ url: `/spa/${profile}/api-tokens`, body: { name: 'Server', permissions } });
  expect(made.status, made.text).toBe(201);
  return { key: made.json.data.api_key as string, secret: made.json.data.secret_key as string, ...made.json.data };
}

describe('a second shop', () => {
  test('is listed after the first, in both modes, and its creation is recorded', async () => {
    const { data: shops } = (await as({ url: '/spa/shops' })).json;
    expect(shops).toMatchObject([
      { id: merchant.merchantId, is_first: true },
      { is_first: false, profiles: { sandbox: { name: 'Harbor' }, production: { name: 'Harbor' } } },
    ]);
    expect((await as({ url: '/spa/user' })).json.data.merchant.has_shops).toBe(true);
    const sql = "SELECT target_label FROM audit_log WHERE chain = $1 AND action = 'shop.created'";
    expect(await select(api.db, sql, [merchant.merchantId])).toEqual([{ target_label: 'Harbor' }]);
  });

  test('begins with the settings of the first, and with a key of its own', async () => {
    const changed = "UPDATE profile SET invoice_currency = 'GBP', domain = 'quay.example' WHERE id = $1";
    await execute(api.db, changed, [merchant.profileId]);
    const { data: made } = (await as({ url: '/spa/shops', body: { name: 'Jetty' } })).json;
    expect((await as({ url: '/spa/shops' })).json.data).toContainEqual(made);
    const { id } = made;
    const profile = (await as({ url: `/spa/sandbox:${id}/profile` })).json.data;
    expect(profile).toMatchObject({ name: 'Jetty', invoice_currency: 'GBP', domain: null });
    const keys =
      "SELECT count(DISTINCT notification_key_sealed) AS keys FROM profile WHERE merchant_id = $1 AND mode = 'sandbox'";
    expect(await one(api.db, keys, [merchant.merchantId])).toEqual({ keys: '3' });
  });

  test('has gates, invoices, links and tokens of its own', async () => {
    const [ofFirst, ofSecond] = [await makeToken('sandbox'), await makeToken(second)];
    const order = { amount: '5', currency: 'EUR', reference: 'order-1' };
    const made = await api.call({ url: '/api/v1/invoices', body: order, as: ofSecond });
    expect(made.status, made.text).toBe(201);
    // A reference is unique in its shop only.
    expect((await api.call({ url: '/api/v1/invoices', body: order, as: ofFirst })).status).toBe(201);
    const path = `invoices/${made.json.data.id}`;
    expect((await api.call({ url: `/api/v1/${path}`, as: ofFirst })).status).toBe(404);
    expect((await as({ url: `/spa/sandbox/${path}` })).status).toBe(404);
    expect((await as({ url: `/spa/${second}/${path}` })).status).toBe(200);
    expect((await as({ url: `/spa/${second}/invoices` })).json.pagination.total).toBe(1);
    expect((await as({ url: `/spa/${second}/api-tokens` })).json.pagination.total).toBe(1);
    expect((await as({ url: `/spa/sandbox/api-tokens/${ofSecond.id}` })).status).toBe(404);
    const profile = (await as({ url: `/spa/${second}/profile` })).json.data;
    expect((await as({ url: '/spa/sandbox/profile' })).json.data.id).not.toBe(profile.id);
  });

  test.each([
    ['invoices', { amount: '5', currency: 'EUR' }, { amount: '6', currency: 'EUR' }],
    ['addresses', { gate_id: 'LTC', reference: 'customer-1' }, { gate_id: 'LTC', reference: 'customer-2' }],
  ])('has idempotency keys of its own for POST %s', async (path, body, otherBody) => {
    const permissions = ['invoice_create', 'address_create'];
    const [ofFirst, ofSecond] = [await makeToken('sandbox', permissions), await makeToken(second, permissions)];
    const send = (token: { key: string; secret: string }, key: string, content: object) =>
      api.call({ url: `/api/v1/${path}`, body: content, headers: { 'idempotency-key': key }, as: token });
    const answers = [await send(ofFirst, 'one', body), await send(ofSecond, 'one', body)];
    expect(answers.map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
      [201, undefined],
      [201, undefined],
    ]);
    expect(answers[0]?.json.data.id).not.toBe(answers[1]?.json.data.id);
    expect((await send(ofSecond, 'one', body)).text).toBe(answers[1]?.text);
    expect((await send(ofFirst, 'two', body)).status).toBeLessThan(300);
    const other = await send(ofSecond, 'two', otherBody);
    expect(other.status, other.text).toBe(201);
  });

  test('has idempotency keys of its own in the back office', async () => {
    const headers = { 'idempotency-key': 'one' };
    const [first, next] = ['Anna', 'Berta'].map((reference) => ({ gate_id: 'LTC', reference }));
    expect((await as({ url: '/spa/sandbox/addresses', body: first, headers })).status).toBe(201);
    const made = await as({ url: `/spa/${second}/addresses`, body: next, headers });
    expect(made.status, made.text).toBe(201);
  });

  test('signs its webhooks with its own key', async () => {
    const [ofFirst, ofSecond] = [await makeToken('sandbox'), await makeToken(second)];
    expect(ofSecond.notification_key).toMatch(/^whsec_/);
    expect(ofSecond.notification_key).not.toBe(ofFirst.notification_key);
  });

  test('is what the back office shows after it was chosen, also when the mode changes', async () => {
    const [, shopId] = second.split(':');
    const chosen = await as({ method: 'POST', url: `/spa/profile/activate/${second}` });
    expect(chosen.json.data).toMatchObject({ active_profile_type: 'sandbox', active_shop_id: shopId });
    const there = await as({ method: 'POST', url: `/spa/profile/activate/production:${shopId}` });
    expect(there.json.data).toMatchObject({ active_profile_type: 'production', active_shop_id: shopId });
    const back = await as({ method: 'POST', url: '/spa/profile/activate/sandbox' });
    expect(back.json.data).toMatchObject({ active_profile_type: 'sandbox', active_shop_id: null });
  });
});

describe('what the shops have together', () => {
  test.each(['balances', 'payouts', 'payouts/policy', 'withdrawals', 'mass-payouts', 'address-book'])(
    '%s is not below another shop than the first',
    async (path) => {
      expect((await as({ url: `/spa/${second}/${path}` })).status).toBe(404);
    },
  );

  test('a token of another shop is never allowed payouts', async () => {
    const form = (await as({ url: `/spa/${second}/api-tokens/create` })).json.data;
    expect(form).toMatchObject({ mode: 'sandbox' });
    expect(form.permissions).not.toContain('payout');
    const body = { name: 'Server', permissions: ['invoice_get', 'payout'] };
    const made = await as({ url: `/spa/${second}/api-tokens`, body });
    expect([made.status, made.json.errors]).toMatchObject([
      422,
      { permissions: ['All shops share one balance. Payouts need a token of the first shop.'] },
    ]);
    const { id, version } = await makeToken(second);
    const url = `/spa/${second}/api-tokens/${id}`;
    expect((await as({ method: 'PUT', url, body: { ...body, version } })).status).toBe(422);
  });

  test('rules of money that leaves are those of the first shop', async () => {
    const rules = 'INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, true, 7)';
    await execute(api.db, rules, [merchant.profileId]);
    const { id } = (await as({ url: `/spa/${second}/profile` })).json.data;
    expect(await readPolicy(api.db, id)).toEqual({ approvalRequired: true, coolOffSeconds: 7 });
  });
});

describe('a member who may work in one shop', () => {
  test('reads nothing of the money that leaves in the history of the first shop, nor in a report of it', async () => {
    await fund(api.db, merchant, 'BTC', 1_000_000n);
    await makePayout(api.db, merchant);
    await makeInvoice(api.db, merchant);
    await execute(api.db, deliverAll, [merchant.profileId]);
    const body = { kind: 'events', time_zone: 'UTC' };
    const report = (await as({ url: '/spa/sandbox/reports', body })).json.data;
    const viewer = await addColleague(api, merchant, 'viewer');
    const role = { role: 'viewer', shops: [merchant.merchantId] };
    expect((await as({ url: `/spa/users/${viewer.id}/update-role`, body: role })).status).toBe(200);
    const readAll = async (by: Caller) => [
      (await by({ url: '/spa/sandbox/history/events' })).text,
      (await by({ url: '/spa/sandbox/dashboard/latest' })).text,
      (await by({ url: '/spa/sandbox/webhooks/deliveries' })).text,
      (await by({ url: `/spa/reports/${report.id}/file` })).text,
    ];
    for (const text of await readAll(as)) expect(text).toMatch(/payout/);
    for (const text of await readAll(await signInAs(api, viewer))) {
      expect(text).toMatch(/invoice/);
      expect(text).not.toMatch(/payout\./);
    }
  });

  test('reaches that shop alone, and nothing of what the shops have together', async () => {
    const support = await addColleague(api, merchant, 'support');
    const [, id = ''] = second.split(':');
    const limit = (shops: unknown) =>
      as({ url: `/spa/users/${support.id}/update-role`, body: { role: 'support', shops } });
    expect((await limit(['01990000-0000-7000-8000-000000000001'])).status).toBe(422);
    expect((await limit([])).status).toBe(422);
    const limited = await limit([id]);
    expect(limited.json.data).toMatchObject({ role: 'support', shops: [id] });

    const limitedTo = await signInAs(api, support);
    expect((await limitedTo({ url: '/spa/shops' })).json.data).toMatchObject([{ id }]);
    expect((await limitedTo({ url: `/spa/sandbox:${id}/invoices` })).status).toBe(200);
    for (const path of ['invoices', 'profile', 'deposits', 'live', 'balances', 'payouts', 'dashboard/revenue']) {
      expect((await limitedTo({ url: `/spa/sandbox/${path}` })).status, path).toBe(403);
    }
    expect((await limitedTo({ method: 'POST', url: '/spa/profile/activate/sandbox' })).status).toBe(403);
    // The back office shows the first shop until another is chosen: not to who may not work in it.
    const { permissions, active_shop_id } = (await limitedTo({ url: '/spa/user' })).json.data;
    expect(active_shop_id).toBe(id);
    expect(permissions).toContain('merchant_refund_create');
    expect(permissions).not.toContain('merchant_wallet_viewAny');
    // A report of another shop is not there, even for who knows its id.
    const body = { kind: 'events', time_zone: 'UTC' };
    const report = (await as({ url: '/spa/sandbox/reports', body })).json.data;
    expect((await limitedTo({ url: `/spa/reports/${report.id}` })).status).toBe(404);

    expect((await limit(null)).json.data.shops).toBeNull();
    const free = await signInAs(api, support);
    expect((await free({ url: '/spa/sandbox/balances' })).status).toBe(200);
  });
});

test('a token reads and repeats no webhook of what it may not read', async () => {
  await fund(api.db, merchant, 'BTC', 1_000_000n);
  await makePayout(api.db, merchant);
  await makeInvoice(api.db, merchant);
  await execute(api.db, deliverAll, [merchant.profileId]);
  const list = '/api/v1/webhooks/deliveries';
  const all = (await as({ url: '/spa/sandbox/webhooks/deliveries' })).json.data as { id: string; type: string }[];
  const token = await makeToken('sandbox');
  const own = (await api.call({ url: list, as: token })).json.data as { id: string; type: string }[];
  expect(own.map(({ type }) => type)).toEqual(['invoice.pending']);
  const repeat = (id = '') => api.call({ method: 'POST', url: `${list}/${id}/redeliver`, as: token });
  expect((await repeat(all.find(({ type }) => type.startsWith('payout.'))?.id)).status).toBe(404);
  expect((await repeat(own[0]?.id)).status).toBe(202);
});

describe('a closed shop', () => {
  const act = (by: Caller, what: 'close' | 'reopen', id = second.split(':')[1] ?? '') =>
    by({ method: 'POST', url: `/spa/shops/${id}/${what}` });
  const link = { title: 'Ticket', amount: '5', currency: 'EUR' };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  test('takes no new payments in any way, keeps those it has, and takes them again once reopened', async () => {
    const permissions = ['invoice_create', 'invoice_get', 'address_create', 'address_get'];
    const token = await makeToken(second, permissions);
    const order = (reference: string) => ({ amount: '5', currency: 'EUR', reference });
    const create = (reference: string) => api.call({ url: '/api/v1/invoices', body: order(reference), as: token });
    const address = (reference: string) =>
      api.call({ url: '/api/v1/addresses', body: { gate_id: 'BTC', reference }, as: token });
    const { id: linkId } = (await as({ url: `/spa/${second}/payment-links`, body: link })).json.data;
    const pay = () => api.app.inject({ method: 'POST', url: `/pay/${linkId}`, headers, payload: '' });
    const statuses = async (reference: string) => [
      (await create(reference)).status,
      (await address(reference)).status,
      (await as({ url: `/spa/${second}/invoices`, body: order(`${reference}-by-hand`) })).status,
      (await pay()).statusCode,
    ];
    expect(await statuses('before')).toEqual([201, 201, 201, 303]);

    expect((await act(as, 'close')).json.data).toMatchObject({ closed: true, is_first: false });
    expect(await statuses('after')).toEqual([409, 409, 409, 404]);
    expect((await create('after')).json.code).toBe('shop_closed');
    // Its earlier invoice and address are still returned, and its list can be read.
    expect([(await create('before')).status, (await address('before')).status]).toEqual([200, 200]);
    expect((await as({ url: `/spa/${second}/invoices` })).json.pagination.total).toBe(3);
    expect((await as({ url: '/spa/sandbox/invoices', body: order('of the first') })).status).toBe(201);

    expect((await act(as, 'reopen')).json.data).toMatchObject({ closed: false });
    expect(await statuses('reopened')).toEqual([201, 201, 201, 303]);
  });

  test('is closed once, however often that is requested, by an admin alone; the first shop never is', async () => {
    for (const what of ['close', 'close', 'reopen', 'reopen'] as const) expect((await act(as, what)).status).toBe(200);
    const sql = "SELECT action FROM audit_log WHERE chain = $1 AND action LIKE 'shop.%' ORDER BY seq";
    const actions = (await select<{ action: string }>(api.db, sql, [merchant.merchantId])).map(({ action }) => action);
    expect(actions).toEqual(['shop.created', 'shop.closed', 'shop.reopened']);
    const first = await act(as, 'close', merchant.merchantId);
    expect([first.status, first.json.message]).toEqual([409, 'The first shop cannot be closed.']);
    const support = await signInAs(api, await addColleague(api, merchant, 'support'));
    expect((await act(support, 'close')).status).toBe(403);
    const stranger = await api.signIn(await api.merchant());
    expect((await act(stranger, 'close')).status).toBe(404);
    expect((await as({ url: '/spa/shops' })).json.data).toMatchObject([{ closed: false }, { closed: false }]);
  });
});

describe('strangers', () => {
  test('another merchant reaches nothing by the id of a shop', async () => {
    const stranger = await api.signIn(await api.merchant());
    for (const path of ['profile', 'invoices', 'api-tokens', 'live', 'deposits']) {
      expect((await stranger({ url: `/spa/${second}/${path}` })).status, path).toBe(404);
    }
    expect((await stranger({ method: 'POST', url: `/spa/profile/activate/${second}` })).status).toBe(404);
  });

  test('production of a shop is as closed as that of the first until the business is verified', async () => {
    const young = await api.merchant({ status: 'active' });
    const asYoung = await api.signIn(young);
    const { id } = (await asYoung({ url: '/spa/shops', body: { name: 'Harbor' } })).json.data;
    const answer = await asYoung({ url: `/spa/production:${id}/profile` });
    expect([answer.status, answer.json.code]).toEqual([403, 'production_not_permitted']);
  });

  test.each(['sandbox:', 'sandbox:x', 'SANDBOX', `live`, 'sandbox:01990000-0000-7000-8000-00000000000G'])(
    'nothing is at the path %j',
    async (path) => expect((await as({ url: `/spa/${path}/profile` })).status).toBe(404),
  );

  test('there are at most 50 shops', async () => {
    const sql = `INSERT INTO profile (id, merchant_id, mode, shop_id, name, gates, notification_key_sealed)
      SELECT gen_random_uuid(), $1, mode, md5(n::text)::uuid, 'x', '{}', 'x'
      FROM generate_series(1, 48) n, unnest('{sandbox,production}'::text[]) AS mode`;
    await execute(api.db, sql, [merchant.merchantId]);
    const refused = await as({ url: '/spa/shops', body: { name: 'One more' } });
    expect([refused.status, refused.json.message]).toEqual([409, 'A merchant can have 50 shops.']);
  });
});
