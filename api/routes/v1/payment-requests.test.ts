import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { createApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { presetPermissions, type TokenPreset } from '../../../domain/accounts/token-presets.ts';
import { MOST_BY_API_PER_HOUR } from '../../../domain/payment-requests/status.ts';
import { startTestApi, type TestApi, type TestCall } from '../../testing/server.fixture.ts';

let api: TestApi;
let shop: TestMerchant;
beforeAll(async () => {
  // The middle of an hour of the clock: what is counted by the hour does not start again within a test.
  let nowMs = new Date().setUTCMinutes(30, 0, 0);
  api = await startTestApi({ deps: { now: () => ++nowMs } });
});
beforeEach(async () => {
  shop = await api.merchant({ profile: { domain: 'quay.example' } });
});
afterAll(() => api.close());

const PATH = '/api/v1/payment-requests';
const body = {
  recipient_name: 'Nora Lind',
  recipient_email: 'nora@lind.example',
  description: 'Two lamps',
  amount: '49.90',
  currency: 'EUR',
};

const call = (more: Partial<TestCall> = {}) => api.call({ url: PATH, as: shop.token, ...more });
const send = (more: object = {}, by: Partial<TestCall> = {}) => call({ body: { ...body, ...more }, ...by });
const cancel = (id: string, by: Partial<TestCall> = {}) => call({ method: 'POST', url: `${PATH}/${id}/cancel`, ...by });

async function made(more: object = {}) {
  const answer = await send(more);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

async function payed(id: string, status?: string): Promise<string> {
  const invoice = await api.call({ method: 'POST', url: `/customer/payment-requests/${id}/invoice` });
  const invoiceId: string = invoice.json.data.invoice_id;
  if (status !== undefined) await execute(api.db, 'UPDATE invoice SET status = $2 WHERE id = $1', [invoiceId, status]);
  return invoiceId;
}

const keyOf = (preset: TokenPreset) =>
  inTransaction(api.db, (tx) =>
    createApiToken(tx, {
      profileId: shop.profileId,
      mode: shop.mode,
      name: preset,
      createdBy: shop.user.id,
      permissions: presetPermissions(preset, null),
    }),
  );

/** The emails of the shop that wait to be composed, by request. */
const mails = () =>
  select<{ id: string }>(
    api.db,
    `SELECT r.id FROM outbox o JOIN payment_request r ON r.id::text = o.payload->>'requestId'
     WHERE o.topic = 'mail.payment_request' AND r.profile_id = $1 ORDER BY 1`,
    [shop.profileId],
  );
const actsOf = () =>
  select<{ action: string; actor: string }>(
    api.db,
    `SELECT action, actor_kind AS actor FROM audit_log
     WHERE chain = $1 AND action LIKE 'payment_request.%' ORDER BY seq`,
    [shop.merchantId],
  );

describe('a payment request by API', () => {
  test('is emailed once per Idempotency-Key, however often and at once it is sent', async () => {
    const once = () => send({}, { headers: { 'idempotency-key': 'offer-1001' } });
    const answers = await Promise.all([once(), once(), once(), once()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const request = answers[0].json.data;
    expect(request).toMatchObject({ status: 'sent', amount: '49.90', mail_count: 1, language: 'en', invoice_id: null });
    expect(request).not.toHaveProperty('actions');
    expect(await mails()).toEqual([{ id: request.id }]);
    expect(await actsOf()).toEqual([{ action: 'payment_request.created', actor: 'token' }]);
    const other = await send({ amount: '50.00' }, { headers: { 'idempotency-key': 'offer-1001' } });
    expect([other.status, other.json.code]).toEqual([409, 'idempotency_mismatch']);
  });

  test('is the one that the back office shows, and its page makes the invoice', async () => {
    const { id, url } = await made({ gates: ['BTC'], valid_days: 3 });
    const as = await api.signIn(shop);
    const shown = (await as({ url: `/spa/sandbox/payment-requests/${id}` })).json.data;
    expect(shown).toMatchObject({ id, url, gates: ['BTC'], actions: { cancel: true } });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(3 * 86_400_000);
    const invoiceId = await payed(id, 'done');
    const invoice = (await call({ url: `/api/v1/invoices/${invoiceId}` })).json.data;
    expect(invoice).toMatchObject({ metadata: { payment_request: id }, total: '49.90' });
    const paid = (await call({ url: `${PATH}/${id}` })).json.data;
    expect(paid).toMatchObject({ status: 'paid', invoice_id: invoiceId, invoice_status: 'done' });
  });

  test('forgives what decorates and names it; to whom it goes and what it costs is exact', async () => {
    const cut = await send({ description: 'lamp '.repeat(400), language: 'de_DE_formal', amount: '49.9000' });
    expect(cut.status, cut.text).toBe(201);
    expect(cut.json.data).toMatchObject({ language: 'de', amount: '49.90' });
    expect(cut.json.data.description.length).toBeLessThanOrEqual(1000);
    expect(cut.json.warnings.map(({ field }: { field: string }) => field)).toContain('description');
    for (const [field, value] of [
      ['recipient_email', 'nora'],
      ['recipient_email', 'a@x.example, b@x.example'],
      ['recipient_name', ' '],
      ['amount', '0'],
      ['amount', 49.9],
      ['recipients', ['bo@dale.example']],
      ['success_url', 'https://evil.example/'],
      ['valid_days', 91],
    ] as const) {
      const { status, json } = await send({ [field]: value });
      expect([field, value, status, Object.keys(json.errors ?? {})]).toEqual([field, value, 422, [field]]);
    }
    expect(await mails()).toHaveLength(1);
  });

  test('is canceled with its open invoice, once in the audit log, and never after something was paid', async () => {
    const open = await made();
    const invoiceId = await payed(open.id);
    for (const _ of [1, 2]) {
      const { status, json } = await cancel(open.id);
      expect([status, json.data.status]).toEqual([200, 'canceled']);
    }
    expect((await call({ url: `/api/v1/invoices/${invoiceId}` })).json.data.status).toBe('canceled');
    expect((await actsOf()).map(({ action }) => action)).toEqual([
      'payment_request.created',
      'payment_request.canceled',
    ]);
    const paying = await made();
    await payed(paying.id, 'confirming');
    expect((await cancel(paying.id)).status).toBe(409);
    expect((await call({ url: `${PATH}/${paying.id}` })).json.data.status).toBe('paying');
  });

  test('is refused before anybody is mailed where no invoice could come of it', async () => {
    await execute(api.db, `UPDATE profile SET gates = '{LTC}' WHERE id = $1`, [shop.profileId]);
    expect((await send({ gates: ['BTC'] })).json.code).toBe('gate_not_offered');
    await execute(api.db, 'UPDATE profile SET closed_at = now() WHERE id = $1', [shop.profileId]);
    expect((await send()).json.code).toBe('shop_closed');
    expect(await mails()).toEqual([]);
  });
});

describe('keys', () => {
  test.each(['read_only', 'drafts'] as const)('of the preset %s read, and neither send nor cancel', async (preset) => {
    const { id } = await made();
    const as = await keyOf(preset);
    expect((await call({ url: `${PATH}/${id}`, as })).json.data.id).toBe(id);
    expect((await call({ as })).json.pagination.total).toBe(1);
    for (const refused of [await send({}, { as }), await cancel(id, { as })]) {
      expect([refused.status, refused.json.errors]).toEqual([403, { permission: ['invoice_create'] }]);
    }
    expect((await call({ url: `${PATH}/${id}` })).json.data.status).toBe('sent');
    expect(await mails()).toEqual([{ id }]);
  });

  test('of the preset create_invoices send, read and cancel', async () => {
    const as = await keyOf('create_invoices');
    const { id } = (await send({}, { as })).json.data;
    expect((await call({ url: `${PATH}/${id}`, as })).status).toBe(200);
    expect((await cancel(id, { as })).json.data.status).toBe('canceled');
  });

  test('of others, or of the other mode, do not find it', async () => {
    const { id } = await made();
    for (const as of [(await api.merchant()).token, shop.modes.production.token]) {
      expect((await call({ url: `${PATH}/${id}`, as })).status).toBe(404);
      expect((await cancel(id, { as })).status).toBe(404);
      expect((await call({ as })).json.data).toEqual([]);
    }
  });
});

describe('a flood', () => {
  test('of one address ends, by whichever key it is sent and however the address is written', async () => {
    const other = await keyOf('create_invoices');
    for (let n = 0; n < MOST_BY_API_PER_HOUR.address; n++) await made({ description: `Lamp ${n}` });
    for (const refused of [
      await send({ recipient_email: 'NORA@lind.example' }),
      await send({}, { as: other, headers: { 'idempotency-key': 'again' } }),
    ]) {
      expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    }
    expect(await mails()).toHaveLength(MOST_BY_API_PER_HOUR.address);
    await made({ recipient_email: 'bo@dale.example' });
  });

  test('by one key ends, and neither the other keys nor the back office notice', async () => {
    await made();
    const asPerson = await api.signIn(shop);
    await execute(
      api.db,
      `UPDATE lockout SET tries = $1 WHERE scope = 'payment-request:token' AND window_ends > now()`,
      [MOST_BY_API_PER_HOUR.token],
    );
    expect((await send({ recipient_email: 'bo@dale.example' })).status).toBe(429);
    const as = await keyOf('create_invoices');
    expect((await send({ recipient_email: 'bo@dale.example' }, { as })).status).toBe(201);
    expect((await asPerson({ url: '/spa/sandbox/payment-requests', body })).status).toBe(201);
  });

  test('is not what refused and repeated requests are', async () => {
    for (let n = 0; n < 2 * MOST_BY_API_PER_HOUR.address; n++) {
      expect((await send({ amount: '15000.01' })).status).toBe(422);
      expect((await send({}, { headers: { 'idempotency-key': 'same' } })).status).toBe(201);
    }
    await made();
  });
});

test('the list is sorted, searched and filtered', async () => {
  const long = await made({ recipient_name: 'Bo', recipient_email: 'bo@dale.example', valid_days: 60 });
  const coins = await made({ description: 'Three chairs', gates: ['LTC'] });
  await cancel(coins.id);
  const idsOf = async (query: string) =>
    (await call({ url: `${PATH}?${query}` })).json.data.map((each: typeof long) => each.id);
  expect(await idsOf('')).toEqual([coins.id, long.id]);
  expect(await idsOf('order=asc')).toEqual([long.id, coins.id]);
  expect(await idsOf('sort=expires_at')).toEqual([long.id, coins.id]);
  expect(await idsOf('sort=status&order=asc')).toEqual([coins.id, long.id]);
  expect(await idsOf('status=canceled')).toEqual([coins.id]);
  expect(await idsOf('search=dale')).toEqual([long.id]);
  expect(await idsOf('gate_id=BTC')).toEqual([long.id]);
  expect(await idsOf('gate_id=LTC&per_page=1&page=2')).toEqual([long.id]);
  expect(await idsOf('date_from=2100-01-01')).toEqual([]);
});
