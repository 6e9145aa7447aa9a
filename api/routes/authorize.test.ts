import { beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../db/core/sql.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import { basic, type TestAnswer, type TestCall } from '../testing/server.fixture.ts';

let merchant: TestMerchant;
let signedIn: (call: TestCall) => Promise<TestAnswer>;

const api = await openTestApi({ env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000' } });
beforeAll(async () => {
  merchant = await api.merchant({ profile: { domain: 'shop.test' } });
  signedIn = await api.signIn(merchant);
});

function path(permissions = 'invoice_create,invoice_get,invoice_refund', more: Record<string, string> = {}): string {
  const query = { application: 'WooCommerce', permissions, redirect: 'http://shop.test/?wc-api=tidegate_connect' };
  return `/authorize?${new URLSearchParams({ ...query, state: 'a1b2', ...more })}`;
}

function hidden(html: string): Record<string, string> {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}

async function agree(url: string, shop = 'sandbox') {
  const body = new URLSearchParams({ ...hidden((await signedIn({ url })).text), shop }).toString();
  return signedIn({ url, method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
}

describe('the authorize page of API tokens', () => {
  test('posts a token with exactly these permissions to the application, which can call at once', async () => {
    const { status, text, headers } = await agree(path());
    expect(status).toBe(200);
    const fields = hidden(text);
    expect(fields).toEqual({
      api_key: expect.stringMatching(/^tgs?_?\w/),
      api_secret: expect.stringMatching(/.{30,}/),
      notification_key: expect.stringMatching(/.{30,}/),
      state: 'a1b2',
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("form-action 'self' http://shop.test");
    const authorization = basic({ key: fields.api_key ?? '', secret: fields.api_secret ?? '' });
    const { json } = await api.call({ url: '/api/v1/me', headers: { authorization } });
    expect(json.data.permissions).toEqual(['invoice_create', 'invoice_get', 'invoice_refund']);
    const logged = await select<{ data: { host: string } }>(
      api.db,
      `SELECT data FROM audit_log WHERE action = 'token.created' AND chain = $1 ORDER BY seq DESC LIMIT 1`,
      [merchant.merchantId],
    );
    expect(logged).toMatchObject([{ data: { host: 'shop.test', allowed_ips: [] } }]);
  });

  test.each([
    ['payouts', 'invoice_create,payout'],
    ['a permission that does not exist', 'invoice_create,everything'],
    ['nothing', ''],
  ])('refuses %s before anybody can agree', async (_, permissions) => {
    const { status, text } = await signedIn({ url: path(permissions) });
    expect([status, text.includes('<form')]).toEqual([400, false]);
  });

  test('gives payouts as drafts only to the first shop, whose balance it is', async () => {
    const drafts = path('payout_draft,payout_get,refund_draft');
    const { id } = (await signedIn({ url: '/spa/shops', body: { name: 'Harbor' } })).json.data;
    const other = await agree(drafts, `sandbox:${id}`);
    expect([other.status, other.text.includes('api_secret')]).toEqual([422, false]);
    expect(other.text).toContain('Payouts need a token of the first shop');
    const fields = hidden((await agree(drafts)).text);
    const authorization = basic({ key: fields.api_key ?? '', secret: fields.api_secret ?? '' });
    const { json } = await api.call({ url: '/api/v1/me', headers: { authorization } });
    expect(json.data.permissions).toEqual(['payout_get', 'payout_draft', 'refund_draft']);
  });

  test('sends no token to a foreign address, and none without the token of its form', async () => {
    const foreign = await agree(path('invoice_get', { redirect: 'https://evil.example/' }));
    expect([foreign.status, foreign.text.includes('api_secret')]).toEqual([422, false]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const forged = await signedIn({ url: path(), method: 'POST', body: 'shop=sandbox&csrf=', headers });
    expect([forged.status, forged.text.includes('api_secret')]).toEqual([419, false]);
  });

  test('makes no more tokens than a profile may have', async () => {
    const other = await api.merchant({ profile: { domain: 'shop.test' } });
    signedIn = await api.signIn(other);
    await execute(
      api.db,
      `INSERT INTO api_token (id, profile_id, name, api_key, secret_hash, permissions)
      SELECT gen_random_uuid(), '${other.profileId}', 'n', 'k' || i || '-${other.profileId}', sha256(i::text::bytea),
        ARRAY['invoice_get'] FROM generate_series(1, 50) i`,
    );
    const { status, text } = await agree(path());
    expect([status, text.includes('api_secret'), text.includes('can have 50 API tokens')]).toEqual([409, false, true]);
  });
});
