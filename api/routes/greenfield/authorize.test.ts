import { beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { addColleague } from '../../testing/accounts.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../../testing/server.fixture.ts';

let merchant: TestMerchant;
let signedIn: (call: TestCall) => Promise<TestAnswer>;

const api = await openTestApi({ env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000' } });
beforeAll(async () => {
  merchant = await api.merchant({ profile: { domain: 'shop.test' } });
  signedIn = await api.signIn(merchant);
});

const WOO = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.cancreatenonapprovedpullpayments',
  'btcpay.store.webhooks.canmodifywebhooks',
];
const CALLBACK = 'http://shop.test/?btcpay-settings-callback';

function path(permissions: readonly string[] = WOO, redirect = CALLBACK, name = 'WooCommerce'): string {
  const query = new URLSearchParams(permissions.map((each) => ['permissions', each]));
  for (const [key, value] of Object.entries({ applicationName: name, strict: 'true', selectiveStores: 'true' })) {
    query.append(key, value);
  }
  if (redirect !== '') query.append('redirect', redirect);
  return `/btcpay/api-keys/authorize?${query}`;
}

/** Hidden fields of the form of a page, and where it goes. */
function formOf(html: string) {
  const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  const action = unescaped(/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '');
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return { action, fields: hidden.map(([, name = '', value = '']) => [unescaped(name), unescaped(value)] as const) };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function agree(url = path(), more: Record<string, string> = {}, as = signedIn) {
  const page = await as({ url });
  const { action, fields } = formOf(page.text);
  const body = new URLSearchParams({ ...Object.fromEntries(fields), shop: 'sandbox', ...more }).toString();
  return as({ url: action, method: 'POST', body, headers: FORM });
}

describe('the authorize page', () => {
  test('names the application, its address and each permission, and lets the merchant choose the shop', async () => {
    const { status, text, headers } = await signedIn({ url: path() });
    expect(status).toBe(200);
    for (const shown of ['WooCommerce', 'shop.test', ...WOO, 'value="sandbox"', 'value="production"']) {
      expect(text).toContain(shown);
    }
    expect(headers['content-security-policy']).toContain("form-action 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });

  test('then posts the key with exactly these permissions to the plugin', async () => {
    const { status, text, headers } = await agree();
    expect(status).toBe(200);
    const { action, fields } = formOf(text);
    expect(action).toBe(CALLBACK);
    const [key, user, ...permissions] = fields;
    expect(key).toEqual(['apiKey', expect.stringMatching(/^tgb_[\w-]{43}$/)]);
    expect(user).toEqual(['userId', merchant.user.id]);
    expect(permissions).toEqual(WOO.map((each) => ['permissions[]', `${each}:${merchant.profileId}`]));
    expect(headers['content-security-policy']).toContain("form-action 'self' http://shop.test");
    expect(text).toContain('<script src="/authorize.js" defer></script>');
    const script = await api.call({ url: '/authorize.js' });
    expect(script.text).toContain('submit()');

    const authorization = `token ${key?.[1]}`;
    const current = await api.call({ url: '/btcpay/api/v1/api-keys/current', headers: { authorization } });
    expect(current.json.permissions).toEqual(permissions.map(([, value]) => value));
    const logged = await select<{ action: string }>(
      api.db,
      `SELECT action FROM audit_log WHERE action = 'plugin_key.created' AND chain = $1`,
      [merchant.merchantId],
    );
    expect(logged.length).toBeGreaterThan(0);
  });

  test('asks a person who is not signed in to do so, and comes back', async () => {
    const { status, text } = await api.call({ url: path() });
    expect([status, text.includes('data-sign-in')]).toEqual([401, true]);
    expect((await api.call({ url: path(), method: 'POST', body: 'csrf=x', headers: FORM })).status).toBe(401);
  });

  test.each([
    ['a permission that is not offered', path([...WOO, 'btcpay.server.canmodifyserversettings'])],
    ['everything', path(['unrestricted'])],
    ['no permission', path([])],
    ['no address', path(WOO, '')],
    ['a script as the address', path(WOO, 'javascript:alert(1)')],
    ['an address with a user', path(WOO, 'http://shop.test@evil.example/')],
    ['an address that is none', path(WOO, '//evil.example')],
  ])('refuses %s before anybody can agree', async (_, url) => {
    const { status, text } = await signedIn({ url });
    expect([status, text.includes('<form')]).toEqual([400, false]);
    expect((await signedIn({ url, method: 'POST', body: 'csrf=x', headers: FORM })).status).toBe(400);
  });

  test.each(['http://evil.example/', 'https://shop.test.evil.example/', 'https://evilshop.test/'])(
    'sends no key to the foreign address %s',
    async (redirect) => {
      const { status, text } = await agree(path(WOO, redirect));
      expect([status, text.includes('tgb_'), text.includes('Must be on shop.test')]).toEqual([422, false, true]);
    },
  );

  test('sends none without the token of its form, or with that of another session', async () => {
    const other = await api.signIn(await api.merchant());
    const foreign = Object.fromEntries(formOf((await other({ url: path() })).text).fields).csrf ?? '';
    for (const csrf of ['', 'forged.token', foreign]) {
      const { status, text } = await agree(path(), { csrf });
      expect([csrf, status, text.includes('tgb_')]).toEqual([csrf, 419, false]);
    }
  });

  test('is for people who may create keys', async () => {
    const user = await addColleague(api, merchant, 'viewer');
    const viewer = await api.signIn({ ...merchant, user });
    const { status, text } = await viewer({ url: path() });
    expect([status, text.includes('<form')]).toEqual([403, false]);
  });

  test('shows the name of an application as text', async () => {
    const { text } = await signedIn({ url: path(WOO, CALLBACK, '<img src=x onerror=alert(1)>\u202e') });
    expect(text).toContain('&lt;img src=x');
    expect(text).not.toContain('<img');
    expect(text).not.toContain('\u202e');
  });

  test('wants the password once the sign-in is older than five minutes, and 2FA in production', async () => {
    const production = await agree(path(WOO, 'https://shop.test/'), { shop: 'production' });
    expect([production.status, production.text.includes('enable 2FA')]).toEqual([409, true]);
    await execute(api.db, `UPDATE session SET created_at = now() - interval '10 minutes' WHERE user_id = $1`, [
      merchant.user.id,
    ]);
    expect((await agree()).status).toBe(422);
    expect((await agree(path(), { password: 'wrong-Password-1' })).status).toBe(422);
    expect((await agree(path(), { password: merchant.user.password })).status).toBe(200);
  });
});
