import { beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../db/core/sql.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../testing/server.fixture.ts';

type Caller = (call: TestCall) => Promise<TestAnswer>;

let merchant: TestMerchant;
let as: Caller;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant({ profile: { domain: 'quay.example' } });
  as = await api.signIn(merchant);
});

describe('sandbox and production', () => {
  test('a merchant that is not verified reaches nothing of production, by session or by token', async () => {
    const unverified = await api.merchant({ status: 'active' });
    const asUnverified = await api.signIn(unverified);
    const calls: TestCall[] = [
      { url: '/spa/production/profile' },
      { url: '/spa/production/invoices' },
      { url: '/spa/production/api-tokens', body: { name: 'x', permissions: ['invoice_create'] } },
      { url: '/spa/production/payment-links', body: { title: 'x', amount: '5', currency: 'EUR' } },
      { method: 'POST', url: '/spa/profile/activate/production' },
    ];
    for (const call of calls) {
      const answer = await asUnverified(call);
      expect([answer.status, answer.json.code], call.url).toEqual([403, 'production_not_permitted']);
    }
    const byToken = await api.call({ url: '/api/v1/invoices', as: unverified.modes.production.token });
    expect([byToken.status, byToken.json.code]).toEqual([403, 'production_not_permitted']);
    expect((await asUnverified({ url: '/spa/sandbox/profile' })).status).toBe(200);
    expect((await api.call({ url: '/api/v1/invoices', as: unverified.modes.sandbox.token })).status).toBe(200);
  });

  test('an invoice, a webhook and a link of one mode are not there in the other', async () => {
    const other = await api.merchant();
    const asOther = await api.signIn(other);
    const body = { title: 'x', amount: '5', currency: 'EUR' };
    const link = (await asOther({ url: '/spa/sandbox/payment-links', body })).json.data;
    const invoice = (
      await api.call({ url: '/api/v1/invoices', body: { amount: '5', currency: 'EUR' }, as: other.token })
    ).json.data;
    expect((await asOther({ url: `/spa/production/invoices/${invoice.id}` })).status).toBe(404);
    expect(
      (await asOther({ method: 'PUT', url: `/spa/production/payment-links/${link.id}`, body: { active: false } }))
        .status,
    ).toBe(404);
    for (const list of ['invoices', 'payment-links', 'webhooks/deliveries']) {
      expect((await asOther({ url: `/spa/production/${list}` })).json.pagination.total, list).toBe(0);
    }
    expect((await asOther({ url: '/spa/sandbox/payment-links' })).json.pagination.total).toBe(1);
  });

  test('switching is recorded', async () => {
    expect((await as({ method: 'POST', url: '/spa/profile/activate/production' })).json.data.active_profile_type).toBe(
      'production',
    );
    expect((await as({ method: 'POST', url: '/spa/profile/activate/sandbox' })).status).toBe(200);
    const sql = "SELECT data FROM audit_log WHERE chain = $1 AND action = 'profile.mode_switched' ORDER BY seq";
    const rows = await select<{ data: { mode: string } }>(api.db, sql, [merchant.merchantId]);
    expect(rows.map(({ data }) => data.mode)).toEqual(['production', 'sandbox']);
  });
});

describe('payment links', () => {
  test('are created once per Idempotency-Key', async () => {
    const create = () =>
      as({
        url: '/spa/sandbox/payment-links',
        body: { title: 'One lamp', amount: '20', currency: 'EUR' },
        headers: { 'idempotency-key': 'one lamp' },
      });
    const [made, again] = [await create(), await create()];
    expect([made.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(again.text).toBe(made.text);
  });

  test('make an invoice for each person who presses the button, and none for one who only looks', async () => {
    const body = {
      title: 'Two <b>lamps</b>',
      amount: '49.9',
      currency: 'EUR',
      gates: ['BTC'],
      success_url: 'https://shop.quay.example/ok',
    };
    const made = await as({ url: '/spa/sandbox/payment-links', body });
    expect(made.status, made.text).toBe(201);
    const { id, url, amount } = made.json.data;
    expect([amount, new URL(url).pathname]).toEqual(['49.90', `/pay/${id}`]);
    const page = await api.call({ url: `/pay/${id}`, headers: { 'accept-language': 'de', accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Two &lt;b&gt;lamps&lt;/b&gt;');
    expect(page.text).toContain('Weiter zur Zahlung');
    expect(page.text).not.toContain('<script');
    const press = () =>
      api.app.inject({
        method: 'POST',
        url: `/pay/${id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      });
    const answers = [await press(), await press()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    const [first = '', second = ''] = answers.map(({ headers }) => String(headers.location));
    expect(first).not.toBe(second);
    const invoice = (await api.call({ url: first.replace('/invoice/', '/api/v1/invoices/'), as: merchant.token })).json
      .data;
    expect(invoice).toMatchObject({
      mode: 'sandbox',
      price: '49.90',
      gates: ['BTC'],
      success_url: body.success_url,
      metadata: { payment_link: id },
    });
    expect((await as({ url: '/spa/sandbox/payment-links' })).json.data[0]).toMatchObject({ id, invoice_count: 2 });

    await as({ method: 'PUT', url: `/spa/sandbox/payment-links/${id}`, body: { active: false } });
    expect((await api.call({ url: `/pay/${id}` })).status).toBe(404);
    expect((await press()).statusCode).toBe(404);
  });

  test('are changed for those who open them from then on, and only by their own shop', async () => {
    const body = { title: 'Lamp', description: 'Brass', amount: '49.90', currency: 'EUR', gates: ['BTC'] };
    const { id } = (await as({ url: '/spa/sandbox/payment-links', body })).json.data;
    const change = (by: typeof as, changes: object) =>
      by({ method: 'PUT', url: `/spa/sandbox/payment-links/${id}`, body: changes });
    const first = await api.call({ method: 'POST', url: `/pay/${id}` });
    const changes = { title: 'Two lamps', description: null, amount: '60.00', currency: 'USD', gates: null };
    const changed = await change(as, changes);
    expect(changed.json.data, changed.text).toMatchObject({ ...changes, active: true });
    const second = await api.call({ method: 'POST', url: `/pay/${id}` });
    const invoices = await Promise.all(
      [first, second].map(({ headers }) =>
        api.call({ url: String(headers.location).replace('/invoice/', '/api/v1/invoices/'), as: merchant.token }),
      ),
    );
    expect(invoices.map(({ json }) => [json.data.price, json.data.description, json.data.gates.length])).toEqual([
      ['49.90', 'Lamp\nBrass', 1],
      ['60.00', 'Two lamps', 8],
    ]);
    expect((await change(as, { amount: '0.5' })).json.errors).toHaveProperty('amount');
    expect((await change(as, { amount: '14.50', currency: 'EUR' })).json.data).toMatchObject({ amount: '14.50' });
    expect((await change(as, { success_url: 'https://evil.example/' })).json.errors).toHaveProperty('success_url');
    expect((await change(await api.signIn(await api.merchant()), { title: 'Mine' })).status).toBe(404);
  });

  test('are found by a part of their title, description or id', async () => {
    const by = await api.signIn(await api.merchant());
    const make = async (title: string, description: string) =>
      (await by({ url: '/spa/sandbox/payment-links', body: { title, description, amount: '5', currency: 'EUR' } })).json
        .data.id;
    const [lamp, chair] = [await make('Lamp 100%', 'Brass'), await make('Chair', 'Oak, 40 cm')];
    const found = async (search: string) =>
      (await by({ url: `/spa/sandbox/payment-links?search=${encodeURIComponent(search)}` })).json.data.map(
        (link: { id: string }) => link.id,
      );
    expect(await found('lamp')).toEqual([lamp]);
    expect(await found('oak')).toEqual([chair]);
    expect(await found('0%')).toEqual([lamp]);
    expect(await found(String(chair).slice(9))).toEqual([chair]);
    expect(await found('table')).toEqual([]);
  });

  test('are refused when no invoice could come of them', async () => {
    const body = { title: 'x', amount: '1', currency: 'EUR' };
    for (const [field, change] of [
      ['success_url', { success_url: 'https://evil.example/' }],
      ['amount', { amount: '0.001' }],
      ['title', { title: '' }],
      ['title', { title: ' ' }],
      ['amount', { amount: '0.99' }],
      ['amount', { amount: '15000.01' }],
      ['amount', { amount: '0.01', currency: 'USD' }],
    ] as const) {
      expect(
        (await as({ url: '/spa/sandbox/payment-links', body: { ...body, ...change } })).json.errors,
        field,
      ).toHaveProperty(field);
    }
  });

  test('of production stop with the verification of their merchant', async () => {
    const other = await api.merchant();
    const asOther = await api.signIn(other);
    const body = { title: 'x', amount: '5', currency: 'EUR' };
    const { id } = (await asOther({ url: '/spa/production/payment-links', body })).json.data;
    expect((await api.call({ url: `/pay/${id}` })).status).toBe(200);
    await execute(api.db, "UPDATE merchant SET status = 'active' WHERE id = $1", [other.merchantId]);
    expect((await api.call({ url: `/pay/${id}` })).status).toBe(404);
  });

  test('make no more invoices for one address than a person needs', async () => {
    const { id } = (await as({ url: '/spa/sandbox/payment-links', body: { title: 'x', amount: '5', currency: 'EUR' } }))
      .json.data;
    await execute(api.db, "DELETE FROM lockout WHERE scope = 'pay:link'");
    const statuses = new Set<number>();
    for (let n = 0; n < 32; n += 1) statuses.add((await api.call({ method: 'POST', url: `/pay/${id}` })).status);
    expect([...statuses].sort()).toEqual([303, 429]);
    const refused = await api.call({ method: 'POST', url: `/pay/${id}`, headers: { 'accept-language': 'fr' } });
    expect(refused.text).toContain('Le paiement n’a pas pu commencer');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('webhooks and fees', () => {
  test('a test goes to the profile, or to an address named, and is listed in the log', async () => {
    const sent = await as({ url: '/spa/sandbox/webhooks/test', body: { url: 'https://shop.example/hook' } });
    expect(sent.status, sent.text).toBe(202);
    expect((await as({ url: '/spa/sandbox/webhooks/deliveries?status=failed&page=1' })).json.pagination.total).toBe(0);
    const refused = await as({ url: '/spa/production/webhooks/test', body: { url: 'https://10.0.0.1/' } });
    expect(refused.json.errors).toHaveProperty('url');
    expect((await as({ url: '/spa/sandbox/webhooks/deliveries?type=%00' })).status).toBe(422);
  });

  test('fees have two tables, and the hidden one is in neither', async () => {
    const { service, network } = (await as({ url: '/spa/production/fees' })).json.data;
    expect(service).toContainEqual({ operation: 'refund', percent: '5.00', payer: 'merchant' });
    expect(service).toHaveLength(7);
    expect(JSON.stringify(service)).not.toContain('balance_recovery');
    expect(network).toHaveLength(8);
    expect(network[0]).toMatchObject({ gate_id: 'BTC', withdrawal: '0.00002', withdrawal_enabled: true });
  });
});
