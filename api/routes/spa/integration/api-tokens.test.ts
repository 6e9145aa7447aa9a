import { beforeAll, describe, expect, test } from 'vitest';
import { execute, one, select } from '../../../../db/core/sql.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { DEFAULT_VERSION, FIRST_VERSION, NEWEST_VERSION } from '../../../../domain/versions/api-versions.ts';
import { signUp } from '../../../testing/accounts.fixture.ts';
import { mailsTo } from '../../../testing/mails.fixture.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import { basic, type TestAnswer, type TestCall } from '../../../testing/server.fixture.ts';
import { passTime, totp, turnTwoFactorOn } from '../../../testing/two-factor.fixture.ts';

type Caller = (call: TestCall) => Promise<TestAnswer>;

let merchant: TestMerchant;
let as: Caller;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant();
  as = await api.signIn(merchant);
});

describe('API tokens', () => {
  test('requested twice with one Idempotency-Key are one, whose secret is kept sealed only', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { name: 'Once', permissions: ['invoice_get'] };
    const make = () => as({ url: '/spa/sandbox/api-tokens', body, headers });
    const [first, again] = [await make(), await make()];
    expect([first.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    expect(again.headers['cache-control']).toBe('no-store');
    const list = (await as({ url: '/spa/sandbox/api-tokens' })).json.data as { name: string }[];
    expect(list.filter(({ name }) => name === 'Once')).toHaveLength(1);
    const kept = await select<{ body: string }>(
      api.db,
      'SELECT response_body AS body FROM idempotency_key WHERE key = $1',
      [headers['idempotency-key']],
    );
    expect(kept.map(({ body: text }) => text.includes(first.json.data.secret_key))).toEqual([false]);
    const refused = () => as({ url: '/spa/sandbox/api-tokens', body: { ...body, allowed_ips: 'x' }, headers });
    expect((await refused()).status).toBeGreaterThanOrEqual(409);
  });

  test('are made with a secret that is shown once, listed, changed, and work as they say', async () => {
    const form = (await as({ url: '/spa/sandbox/api-tokens/create' })).json.data;
    expect(form).toMatchObject({ mode: 'sandbox', your_ip: '127.0.0.1' });
    const body = { name: 'Web shop', permissions: ['invoice_get'], allowed_ips: '127.0.0.1  10.0.0.0/8 2001:db8::/32' };
    const made = await as({ url: '/spa/sandbox/api-tokens', body });
    expect(made.status, made.text).toBe(201);
    const { id, api_key: key, secret_key: secret, version } = made.json.data;
    expect(key).toMatch(/^tg_test_/);
    expect(made.headers['cache-control']).toBe('no-store');
    const list = await as({ url: '/spa/sandbox/api-tokens' });
    expect(list.text).not.toContain(secret);
    expect(list.json.data[0]).toMatchObject({
      id,
      name: 'Web shop',
      allowed_ips: '127.0.0.1 10.0.0.0/8 2001:db8::/32',
      last_used_at: null,
    });
    expect((await api.call({ url: '/api/v1/invoices', as: { key, secret } })).status).toBe(200);
    expect(
      (await api.call({ url: '/api/v1/invoices', body: { amount: '5', currency: 'EUR' }, as: { key, secret } })).status,
    ).toBe(403);
    expect((await as({ url: `/spa/sandbox/api-tokens/${id}` })).json.data.last_used_at).not.toBeNull();

    const elsewhere = {
      name: 'Elsewhere',
      permissions: ['invoice_get', 'invoice_create'],
      allowed_ips: '203.0.113.7',
      version,
    };
    expect((await as({ method: 'PUT', url: `/spa/sandbox/api-tokens/${id}`, body: elsewhere })).json.data.version).toBe(
      version + 1,
    );
    expect((await as({ method: 'PUT', url: `/spa/sandbox/api-tokens/${id}`, body: elsewhere })).json.code).toBe(
      'changed_meanwhile',
    );
    await new Promise((resolve) => setTimeout(resolve, 1100));
    // Hazard 58: a header of the caller's own changes nothing.
    const forged = { authorization: basic({ key, secret }), 'x-forwarded-for': '203.0.113.7' };
    expect((await api.call({ url: '/api/v1/invoices', headers: forged })).json.code).toBe('ip_not_allowed');
    const open = { ...elsewhere, allowed_ips: '', version: version + 1 };
    expect((await as({ method: 'PUT', url: `/spa/sandbox/api-tokens/${id}`, body: open })).status).toBe(200);
    expect((await api.call({ url: '/api/v1/invoices', as: { key, secret } })).status).toBe(200);
  });

  test.each([
    ['name', { name: '' }],
    ['name', { name: '  \t ' }],
    ['permissions', { permissions: [] }],
    ['permissions.0', { permissions: ['everything'] }],
    ['allowed_ips', { allowed_ips: '10.0.0.256' }],
    ['allowed_ips', { allowed_ips: '10.0.0.0/33' }],
    ['allowed_ips', { allowed_ips: '127.1' }],
    ['mode', { mode: 'production' }],
  ])('are refused with a wrong %s', async (field, changes) => {
    const body = { name: 'x', permissions: ['invoice_get'], ...changes };
    const answer = await as({ url: '/spa/sandbox/api-tokens', body });
    expect([answer.status, Object.keys(answer.json.errors ?? {})]).toEqual([422, [field]]);
  });

  test('begin with the default version and are set to another one and back, without proof', async () => {
    const body = { name: 'Versions', permissions: ['invoice_get', 'invoice_create', 'payout'] };
    const {
      id,
      version,
      api_version,
      api_key: key,
      secret_key: secret,
    } = (await as({ url: '/spa/sandbox/api-tokens', body })).json.data;
    expect(api_version).toBe(DEFAULT_VERSION);
    const change = (fields: object) =>
      as({ method: 'PUT', url: `/spa/sandbox/api-tokens/${id}`, body: { ...body, ...fields } });
    const newest = await change({ version, api_version: NEWEST_VERSION });
    expect(newest.json.data).toMatchObject({ api_version: NEWEST_VERSION, version: version + 1 });
    const me = async () => (await api.call({ url: '/api/v1/me', as: { key, secret } })).json.data.api_version;
    await expect.poll(me).toBe(NEWEST_VERSION);
    // A form from before versions existed does not name it.
    expect((await change({ version: version + 1 })).json.data.api_version).toBe(NEWEST_VERSION);
    const unknown = await change({ version: version + 2, api_version: '2020-01-01' });
    expect([unknown.status, Object.keys(unknown.json.errors)]).toEqual([422, ['api_version']]);
    expect((await change({ version: version + 2, api_version: FIRST_VERSION })).status).toBe(200);
    await expect.poll(me).toBe(FIRST_VERSION);
    const sql = `SELECT data FROM audit_log WHERE action = 'token.updated' AND target_id = $1 ORDER BY seq DESC`;
    const [entry] = await select<{ data: object }>(api.db, sql, [id]);
    expect(entry?.data).toMatchObject({ api_version_before: NEWEST_VERSION, api_version: FIRST_VERSION });
  });

  test('stay in their mode: a sandbox token is never seen in production, and the other way round', async () => {
    const live = merchant.modes.production.token;
    expect(live.key).toMatch(/^tg_live_/);
    const sandbox = (await as({ url: '/spa/sandbox/api-tokens' })).json.data as { id: string }[];
    const production = (await as({ url: '/spa/production/api-tokens' })).json.data as { id: string }[];
    expect(sandbox.map(({ id }) => id)).not.toContain(live.id);
    expect(production.map(({ id }) => id)).toContain(live.id);
    for (const { id } of sandbox) expect((await as({ url: `/spa/production/api-tokens/${id}` })).status).toBe(404);
    expect((await as({ url: `/spa/sandbox/api-tokens/${live.id}` })).status).toBe(404);
    const invoice = (
      await api.call({ url: '/api/v1/invoices', body: { amount: '5', currency: 'EUR' }, as: merchant.token })
    ).json.data;
    expect((await api.call({ url: `/api/v1/invoices/${invoice.id}`, as: live })).status).toBe(404);
  });

  test('need 2FA to be reset and deleted, with a code that is used up', async () => {
    const url = `/spa/sandbox/api-tokens/${merchant.token.id}`;
    for (const call of [
      { url: `${url}/refresh-secret-key`, body: {} },
      { method: 'DELETE' as const, url, body: {} },
    ]) {
      const answer = await as(call);
      expect([answer.status, answer.json.message]).toEqual([
        409,
        'To perform this action, you must enable 2FA for your account.',
      ]);
    }
    const { browser, email } = await signUp(api);
    const token = (await browser({ url: '/spa/sandbox/api-tokens', body: { name: 'x', permissions: ['invoice_get'] } }))
      .json.data;
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const path = `/spa/sandbox/api-tokens/${token.id}`;
    expect((await browser({ url: `${path}/refresh-secret-key`, body: {} })).json.errors).toEqual({
      two_fa_code: ['The two fa code field is required.'],
    });
    const wrong = await browser({ url: `${path}/refresh-secret-key`, body: { two_fa_code: '000000' } });
    expect(wrong.json.errors.two_fa_code[0]).toContain('The entered 2FA code is incorrect');
    const code = await totp(secret);
    const renewed = await browser({ url: `${path}/refresh-secret-key`, body: { two_fa_code: code } });
    expect(renewed.json.data.secret_key).toMatch(/^tgs_/);
    expect((await browser({ method: 'DELETE', url: path, body: { two_fa_code: code } })).status).toBe(422);
    const as2 = (secretKey: string) =>
      api.call({ url: '/api/v1/invoices', as: { key: token.api_key, secret: secretKey } });
    expect((await as2(token.secret_key)).status).toBe(401);
    expect((await as2(renewed.json.data.secret_key)).status).toBe(200);
    await passTime(api, email);
    expect((await browser({ method: 'DELETE', url: path, body: { two_fa_code: await totp(secret) } })).status).toBe(
      204,
    );
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await as2(renewed.json.data.secret_key)).status).toBe(401);
    expect((await browser({ url: path })).status).toBe(404);
  });

  test('require the password after five minutes before they may move money, and notify the team', async () => {
    const shop = await api.merchant();
    const browser = await api.signIn(shop);
    const url = '/spa/sandbox/api-tokens';
    const body = { name: 'Shop', permissions: ['invoice_get'], allowed_ips: '10.0.0.0/8' };
    const { id } = (await browser({ url, body })).json.data;
    await execute(api.db, `UPDATE session SET created_at = created_at - interval '6 minutes' WHERE user_id = $1`, [
      shop.user.id,
    ]);
    const { password } = shop.user;
    const needed = { password: ['The password field is required.'] };
    const made = await browser({ url, body });
    expect([made.status, made.json.errors]).toEqual([422, needed]);
    expect((await browser({ url, body: { ...body, password: 'not mine' } })).json.errors).toHaveProperty('password');
    expect((await browser({ url, body: { ...body, password } })).status).toBe(201);

    let version = 1;
    const put = async (more: object) => {
      const answer = await browser({ method: 'PUT', url: `${url}/${id}`, body: { ...body, version, ...more } });
      if (answer.status === 200) version += 1;
      return answer.status === 200 ? 'changed' : answer.json.errors;
    };
    expect(await put({ name: 'Renamed', allowed_ips: '' })).toBe('changed');
    for (const permission of ['payout', 'invoice_refund']) {
      expect(await put({ permissions: ['invoice_get', permission] })).toEqual(needed);
    }
    const paying = { permissions: ['invoice_get', 'payout'], allowed_ips: '10.1.0.0/16' };
    expect(await put({ ...paying, password })).toBe('changed');
    expect(await put({ ...paying, allowed_ips: '10.1.2.0/24' })).toBe('changed');
    for (const allowed_ips of ['', '10.1.0.0/16', '10.1.2.0/24 203.0.113.7']) {
      expect(await put({ ...paying, allowed_ips })).toEqual(needed);
    }
    const told = (await mailsTo(api, shop.user.email)).map(({ kind }) => kind);
    expect(told).toEqual(['token_added', 'token_added', 'token_changed']);
    const { armed } = await one<{ armed: boolean }>(
      api.db,
      `SELECT armed_at > now() - interval '1 minute' AND created_by = $2 AS armed FROM api_token WHERE id = $1`,
      [id, shop.user.id],
    );
    expect(armed).toBe(true);
  });

  test('and the notification key ask who it is, too, and in production for 2FA always', async () => {
    const shop = await api.merchant();
    const browser = await api.signIn(shop);
    for (const [path, body] of [
      ['api-tokens', { name: 'x', permissions: ['invoice_get'] }],
      ['profile/notification-key/show', {}],
      ['profile/notification-key', {}],
    ] as const) {
      const refused = await browser({ url: `/spa/production/${path}`, body });
      expect([refused.status, refused.json.code], path).toEqual([409, 'two_fa_not_enabled']);
    }
    await execute(api.db, `UPDATE session SET created_at = created_at - interval '6 minutes' WHERE user_id = $1`, [
      shop.user.id,
    ]);
    const url = '/spa/sandbox/profile/notification-key/show';
    expect((await browser({ url, body: {} })).json.errors).toHaveProperty('password');
    const shown = await browser({ url, body: { password: shop.user.password } });
    expect(shown.json.data.notification_key).toBe(shop.notificationKey);
    const told = (await mailsTo(api, shop.user.email)).map(({ kind }) => kind);
    expect(told).toEqual(['notification_key_read']);
  });

  test('have an end to their number, also when made at once', async () => {
    const other = await api.merchant();
    const asOther = await api.signIn(other);
    const make = () => asOther({ url: '/spa/sandbox/api-tokens', body: { name: 'x', permissions: ['invoice_get'] } });
    const answers = await Promise.all(Array.from({ length: 55 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(49);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  });
});
