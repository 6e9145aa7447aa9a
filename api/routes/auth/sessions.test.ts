import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let api: TestApi;
let merchant: TestMerchant;

beforeAll(async () => {
  api = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '6' } });
  merchant = await api.merchant();
});
afterAll(() => api.close());

/** The cookies of a browser without a session after it has requested a CSRF cookie. */
async function browser() {
  const { headers } = await api.call({ url: '/auth/csrf-cookie' });
  const token = String(headers['set-cookie']).split(';')[0]?.split('=')[1] ?? '';
  return { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token };
}

describe('signing in', () => {
  test('gives a session cookie that scripts cannot read, and the user', async () => {
    const { email, password } = merchant.user;
    const answer = await api.call({
      url: '/auth/login',
      body: { email: email.toUpperCase(), password },
      headers: await browser(),
    });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({
      email,
      role: 'admin',
      active_profile_type: 'sandbox',
      role_after_2fa: null,
      simulated: true,
      merchant: { status: 'verified', can_production_activate: true },
    });
    const [session, csrf] = answer.headers['set-cookie'] as string[];
    expect(session).toMatch(/^tidegate_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(csrf).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; SameSite=Lax$/);
  });

  test('cookies are Secure outside localhost', async () => {
    const secure = await startTestApi({ env: { PUBLIC_URL: 'https://pay.gateway.test' } });
    const { headers } = await secure.call({ url: '/auth/csrf-cookie' });
    await secure.close();
    expect(headers['set-cookie']).toContain('Secure');
  });

  test('hazard 62: a wrong password and an unknown address are answered alike', async () => {
    const headers = await browser();
    const wrong = await api.call({ url: '/auth/login', body: { email: merchant.user.email, password: 'x' }, headers });
    const unknown = await api.call({ url: '/auth/login', body: { email: 'nobody@x.test', password: 'x' }, headers });
    for (const { status, json } of [wrong, unknown]) {
      expect([status, json.message]).toEqual([401, 'Invalid email or password!']);
    }
  });

  test('is stopped after too many failures, also when they come at once', async () => {
    const other = await startTestApi({ env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '3' } });
    const { headers: given } = await other.call({ url: '/auth/csrf-cookie' });
    const token = String(given['set-cookie']).split(';')[0]?.split('=')[1] ?? '';
    const headers = { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token };
    const tries = Array.from({ length: 8 }, () =>
      other.call({ url: '/auth/login', body: { email: 'a@b.test', password: 'x' }, headers }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(5);
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0);
    await other.close();
  });

  test('hazard 61: ends the session the browser had', async () => {
    const as = await api.signIn(merchant);
    const { email, password } = merchant.user;
    const before = await select<{ count: string }>(api.db, 'SELECT count(*) FROM session');
    const again = await as({ url: '/auth/login', body: { email, password } });
    expect(again.status).toBe(200);
    expect(await select<{ count: string }>(api.db, 'SELECT count(*) FROM session')).toEqual(before);
  });
});

describe('CSRF', () => {
  test.each<[string, (headers: Record<string, string>) => Record<string, string>]>([
    ['no header', ({ cookie = '' }) => ({ cookie })],
    ['no cookie', (headers) => ({ 'x-xsrf-token': headers['x-xsrf-token'] ?? '' })],
    ['another value', (headers) => ({ ...headers, 'x-xsrf-token': 'a.b' })],
    ['a made-up pair', () => ({ cookie: 'XSRF-TOKEN=a.b', 'x-xsrf-token': 'a.b' })],
  ])('%s is a 419', async (_name, change) => {
    const headers = change(await browser());
    const answer = await api.call({ url: '/auth/login', body: { email: 'a@b.test', password: 'x' }, headers });
    expect([answer.status, answer.json.code]).toEqual([419, 'csrf_mismatch']);
  });

  test('a token issued for nobody or another session is worth nothing in a session', async () => {
    const as = await api.signIn(merchant);
    const foreign = (await browser())['x-xsrf-token'];
    const url = '/spa/profile/activate/sandbox';
    expect((await as({ method: 'POST', url })).status).toBe(200);
    const answer = await as({ method: 'POST', url, headers: { 'x-xsrf-token': foreign ?? '' } });
    expect(answer.status).toBe(419);
  });
});

describe('a session', () => {
  test('reads the user, switches modes and ends', async () => {
    const as = await api.signIn(merchant);
    expect((await as({ url: '/spa/user' })).json.data.email).toBe(merchant.user.email);
    const switched = await as({ method: 'POST', url: '/spa/profile/activate/production' });
    expect(switched.json.data.active_profile_type).toBe('production');
    expect((await as({ url: '/spa/user' })).json.data.active_profile_type).toBe('production');
    expect((await as({ method: 'POST', url: '/auth/logout' })).status).toBe(204);
    expect((await as({ url: '/spa/user' })).status).toBe(401);
  });

  test('is over after two hours without a call, unless it is remembered', async () => {
    const idle = "UPDATE session SET last_seen_at = now() - interval '121 minutes' WHERE user_id = $1";
    const as = await api.signIn(merchant);
    await execute(api.db, idle, [merchant.user.id]);
    expect((await as({ url: '/spa/user' })).status).toBe(401);
    const { email, password } = merchant.user;
    await as({ url: '/auth/csrf-cookie' });
    await as({ url: '/auth/login', body: { email, password, remember: true } });
    await execute(api.db, idle, [merchant.user.id]);
    expect((await as({ url: '/spa/user' })).status).toBe(200);
  });

  test('does not open production before the merchant is verified', async () => {
    const fresh = await api.merchant({ status: 'active' });
    const as = await api.signIn(fresh);
    const answer = await as({ method: 'POST', url: '/spa/profile/activate/production' });
    expect([answer.status, answer.json.code]).toEqual([403, 'production_not_permitted']);
  });

  test('of a viewer reads and changes nothing', async () => {
    const viewer = await api.merchant();
    await execute(api.db, "UPDATE app_user SET role = 'viewer' WHERE id = $1", [viewer.user.id]);
    const as = await api.signIn(viewer);
    expect((await as({ url: '/spa/sandbox/invoices' })).status).toBe(200);
    const create = await as({ url: '/spa/sandbox/invoices', body: { amount: '5.00', currency: 'EUR' } });
    expect(create.status).toBe(403);
    expect(create.json).toMatchObject({
      code: 'permission_denied',
      errors: { permission: ['merchant_invoice_create'] },
    });
  });

  test('shows an invoice with its whole story and lets it be canceled', async () => {
    const as = await api.signIn(merchant);
    const body = { amount: '5.00', currency: 'EUR', gate_id: 'BTC', customer_email: 'jane@payer.test' };
    const created = await as({ url: '/spa/sandbox/invoices', body });
    expect(created.status).toBe(201);
    const { id } = created.json.data;
    const list = await as({ url: `/spa/sandbox/invoices?ids=${id}` });
    expect(list.json.data).toEqual([expect.objectContaining({ id, status: 'pending', total: '5.00', fee: null })]);
    const shown = await as({ url: `/spa/sandbox/invoices/${id}` });
    expect(shown.json.data).toMatchObject({
      id,
      customer: { email: 'jane@payer.test' },
      ledger: [],
      webhooks: [],
      actions: { complete: false, cancel: true, emulate: true },
    });
    const keys = shown.json.data.timeline.map((moment: { text_key: string }) => moment.text_key);
    expect(keys.sort()).toEqual(['created', 'gate_chosen']);
    const paid = await as({ url: `/spa/sandbox/invoices/${id}/payments`, body: { scenario: 'partial' } });
    expect(paid.status).toBe(202);
    const canceled = await as({ method: 'POST', url: `/spa/sandbox/invoices/${id}/cancel` });
    expect(canceled.json.data.status).toBe('canceled');
    const done = await as({ method: 'POST', url: `/spa/sandbox/invoices/${id}/done` });
    expect(done.status).toBe(409);
  });
});

test('visitors are stored by the fingerprint they send', async () => {
  await api.call({ url: '/auth/csrf-cookie', headers: { 'x-visitor-id': 'a1b2c3d4e5f6', 'user-agent': 'Test/1' } });
  await api.call({ url: '/auth/csrf-cookie', headers: { 'x-visitor-id': '<script>' } });
  const find = () =>
    select(api.db, "SELECT id, user_agent, host(ip) AS ip FROM visitor WHERE id LIKE 'a1b2%' OR id LIKE '<%'");
  for (let tries = 0; tries < 50 && (await find()).length === 0; tries += 1) await sleep(20);
  expect(await find()).toEqual([{ id: 'a1b2c3d4e5f6', user_agent: 'Test/1', ip: '127.0.0.1' }]);
});
