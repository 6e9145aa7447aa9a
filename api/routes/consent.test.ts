import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldConsents } from '../../db/accounts/cookie-consents.ts';
import { execute, select } from '../../db/core/sql.ts';
import { CONSENT_VERSION, consentIn } from '../../domain/legal/consent.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const ALL = { version: CONSENT_VERSION, performance: true, functional: true, targeting: true };

const choose = (body: object, headers: Record<string, string> = {}) => api.call({ url: '/consent', body, headers });
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie'] ?? '');
const logged = () => select(api.db, 'SELECT version, performance, functional, targeting, gpc FROM cookie_consent', []);

describe('a choice about cookies', () => {
  test('is logged with its version, and stored in the browser under the number of its entry', async () => {
    const { status, json, headers } = await choose({ ...ALL, targeting: false });
    expect([status, json.data]).toEqual([200, { performance: true, functional: true, targeting: false }]);
    expect(cookieOf(headers)).toMatch(/^tidegate_consent=.*; Max-Age=15552000; Path=\/; SameSite=Lax$/);
    expect(consentIn(cookieOf(headers).split(';')[0] ?? '')).toEqual(json.data);
    const [, id] = /\.([0-9a-f-]{36});/.exec(cookieOf(headers)) ?? [];
    const [entry] = await select<{ version: string }>(api.db, 'SELECT version FROM cookie_consent WHERE id = $1', [id]);
    expect(entry?.version).toBe(CONSENT_VERSION);
  });

  test('refuses targeting to Global Privacy Control, whatever the page sends', async () => {
    const { json, headers } = await choose(ALL, { 'sec-gpc': '1' });
    expect(json.data).toEqual({ performance: true, functional: true, targeting: false });
    expect(cookieOf(headers)).toContain('.110.');
    expect(await logged()).toContainEqual(expect.objectContaining({ gpc: true, targeting: false }));
    expect((await api.call({ url: '/.well-known/gpc.json' })).json).toMatchObject({ gpc: true });
  });

  test('is not made by another site, by a form, of an older policy or with a kind that does not exist', async () => {
    const before = await logged();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { status, headers } = await choose(ALL, { 'sec-fetch-site': site });
      expect([site, status, cookieOf(headers)]).toEqual([site, 403, '']);
    }
    const form = await api.call({
      url: '/consent',
      method: 'POST',
      body: 'performance=true',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    expect((await choose({ ...ALL, version: '2026-01-01' })).status).toBe(409);
    expect((await choose({ ...ALL, necessary: false })).status).toBe(422);
    expect((await choose({ version: CONSENT_VERSION })).status).toBe(422);
    expect(await logged()).toEqual(before);
  });

  test('has a prefix where there is TLS, which no other host can plant', async () => {
    const secure = await startTestApi({ env: { PUBLIC_URL: 'https://pay.gateway.test' } });
    const { headers } = await secure.call({ url: '/consent', body: ALL });
    expect(cookieOf(headers)).toMatch(/^__Host-tidegate_consent=.*; Secure/);
    await secure.close();
  });

  test('cannot flood the log from one network, and is removed after half a year', async () => {
    let status = 200;
    for (let sent = 0; sent < 250 && status === 200; sent += 1) status = (await choose(ALL)).status;
    expect(status).toBe(429);
    expect((await logged()).length).toBeLessThanOrEqual(201);
    await execute(api.db, "UPDATE cookie_consent SET created_at = now() - interval '181 days'", []);
    expect(await deleteOldConsents(api.db)).toBeGreaterThan(100);
    expect(await logged()).toEqual([]);
  });
});

describe('where weaknesses are reported', () => {
  test('is in security.txt, which never expires while the gateway runs', async () => {
    const { text, headers, status } = await api.call({ url: '/.well-known/security.txt' });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('Contact: mailto:support@tidegate.localhost\n');
    const expires = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now() + 150 * 86_400_000);
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
    const other = await startTestApi({ env: { SECURITY_CONTACT: 'https://pay.test/security', SITE: 'off' } });
    const own = (await other.call({ url: '/.well-known/security.txt' })).text;
    expect(own).toContain('Contact: https://pay.test/security\n');
    expect(own).not.toContain('Policy:');
    await other.close();
  });
});
