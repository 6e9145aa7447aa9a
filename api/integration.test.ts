import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAudit } from '../db/audit/verify.ts';
import { signingKeys } from '../db/people/profiles.ts';
import { execute, select } from '../db/sql.ts';
import { type TestMerchant, testBox } from '../db/testing.fixture.ts';
import { passTime, signUp, totp, turnTwoFactorOn } from './accounts.fixture.ts';
import { basic, startTestApi, type TestAnswer, type TestApi, type TestCall } from './testing.fixture.ts';

type Caller = (call: TestCall) => Promise<TestAnswer>;

let api: TestApi;
let merchant: TestMerchant;
let as: Caller;

beforeAll(async () => {
  api = await startTestApi();
  merchant = await api.merchant();
  as = await api.signIn(merchant);
});
afterAll(() => api.close());

describe('the integration profile', () => {
  test('is read whole, changed whole, and new invoices follow it', async () => {
    const before = (await as({ url: '/spa/sandbox/profile' })).json.data;
    expect(before).toMatchObject({ mode: 'sandbox', version: 1, tax_type: 'exempt', invoice_currency: 'EUR' });
    const answer = await put(as, {
      ...{
        name: 'Quay',
        domain: 'Shop.Quay.example',
        url: 'quay.example',
        company_phone: '+49 30 1',
        show_company: false,
      },
      ...{ company_address: 'Am Kai 1\n20457 Hamburg', support_email: 'Help@quay.example', invoice_currency: 'USD' },
      ...{ gates: ['BTC', 'BCH'], tax_name: 'MwSt', tax_rate: '19', tax_type: 'exclusive', autocomplete: true },
      ...{ autoconversion: { type: 'partial', gate_id: 'ETH', percent: 40 }, service_fee_payer: 'customer' },
      ...{
        network_fee_payer: 'customer',
        underpaid_policy: 'accept',
        underpaid_tolerance: '1.5',
        overpaid_tolerance: '2',
      },
      ...{ notification_url: 'http://127.0.0.1:9/hook', email_events: ['invoice.done'] },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toMatchObject({
      ...{
        name: 'Quay',
        domain: 'shop.quay.example',
        url: 'https://quay.example/',
        support_email: 'help@quay.example',
      },
      ...{ tax_rate: '19.00', underpaid_tolerance: '1.50', version: 2 },
    });

    const body = { amount: '100.00', currency: 'EUR', gate_id: 'BTC' };
    const invoice = (await api.call({ url: '/api/v1/invoices', body, as: merchant.token })).json.data;
    expect(invoice).toMatchObject({
      gates: ['BTC', 'BCH'],
      taxes: [{ name: 'MwSt', amount: '19.00' }],
      autocomplete: true,
      autoconversion: { type: 'partial', gate_id: 'ETH', percent: 40 },
      fees: { payer: 'customer' },
    });
    expect(Number(invoice.total)).toBeGreaterThan(119);
    expect(Number(invoice.fees.network)).toBeGreaterThan(0);
    const [row] = await select(
      api.db,
      'SELECT underpaid_policy, underpaid_tolerance_bps AS t FROM invoice WHERE id = $1',
      [invoice.id],
    );
    expect(row).toEqual({ underpaid_policy: 'accept', t: 150 });
    const seen = (await api.call({ url: `/customer/invoices/${invoice.id}` })).json.data;
    // The company is not shown: neither its name nor its address.
    expect(seen.merchant).toMatchObject({ name: 'Quay', domain: 'shop.quay.example', address: null, phone: null });
    expect((await put(as, { show_company: true })).status).toBe(200);
    const shown = (await api.call({ url: `/customer/invoices/${invoice.id}` })).json.data.merchant;
    expect(shown).toMatchObject({ name: 'Test Shop', address: 'Am Kai 1\n20457 Hamburg', phone: '+49 30 1' });
    // The registered domain guards where payers are sent.
    const away = await api.call({
      url: '/api/v1/invoices',
      body: { ...body, success_url: 'https://evil.example/' },
      as: merchant.token,
    });
    expect(away.json.errors.success_url).toBeDefined();
  });

  test('of the other mode is another one', async () => {
    expect((await as({ url: '/spa/production/profile' })).json.data).toMatchObject({
      name: 'Test Shop',
      mode: 'production',
    });
  });

  test('that somebody changed meanwhile is not overwritten', async () => {
    const { version } = (await as({ url: '/spa/sandbox/profile' })).json.data;
    expect((await put(as, { name: 'First tab' })).status).toBe(200);
    const late = await put(as, { name: 'Second tab', version });
    expect([late.status, late.json.code]).toEqual([409, 'changed_meanwhile']);
    const both = await Promise.all(['A', 'B'].map((name) => put(as, { name, version: version + 1 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each([
    ['name', { name: '' }],
    ['domain', { domain: 'not a domain' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['support_email', { support_email: 'nobody' }],
    ['invoice_currency', { invoice_currency: 'XYZ' }],
    ['gates', { gates: [] }],
    ['tax_rate', { tax_rate: '19.999' }],
    ['tax_rate', { tax_rate: 19 }],
    ['underpaid_tolerance', { underpaid_tolerance: '10.01' }],
    ['autoconversion.gate_id', { autoconversion: { type: 'full', gate_id: 'TRX' } }],
    ['autoconversion.gate_id', { gates: ['BCH'], autoconversion: { type: 'full', gate_id: 'ETH' } }],
    ['autoconversion.gate_id', { gates: ['TRX'], autoconversion: { type: 'full', gate_id: 'BTC' } }],
    ['autoconversion.percent', { autoconversion: { type: 'partial', gate_id: 'BTC' } }],
    ['autoconversion.percent', { autoconversion: { type: 'partial', gate_id: 'BTC', percent: 100 } }],
    ['notification_url', { notification_url: 'ftp://shop.example' }],
    ['email_events.0', { email_events: ['invoice.everything'] }],
    ['merchant_id', { merchant_id: 'x' }],
    ['logo_url', { logo_url: 'https://evil.example/x.png' }],
  ])('hazard 56: refuses a wrong %s', async (field, changes) => {
    const answer = await put(as, changes);
    expect([answer.status, Object.keys(answer.json.errors ?? {})]).toEqual([422, [field]]);
  });

  test('hazard 59: takes no private notification URL in production', async () => {
    for (const url of [
      'https://127.0.0.1/',
      'https://0x7f.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://localhost/',
      'http://shop.example/',
    ]) {
      const answer = await put(as, { notification_url: url }, 'production');
      expect(answer.json.errors, url).toHaveProperty('notification_url');
    }
    expect((await put(as, { notification_url: 'https://shop.example/hook' }, 'production')).status).toBe(200);
  });

  test('renews its notification key, and the old one signs beside it until the overlap ends', async () => {
    const url = '/spa/sandbox/profile/notification-key';
    const old = (await as({ url })).json.data.notification_key;
    expect(old).toBe(merchant.notificationKey);
    const renewed = (await as({ url, body: { overlap_hours: 2 } })).json.data;
    expect(renewed.notification_key).not.toBe(old);
    expect(Date.parse(renewed.previous_key_until)).toBeGreaterThan(Date.now() + 7_000_000);
    expect(await signingKeys(api.db, testBox, merchant.profileId)).toEqual([renewed.notification_key, old]);
    const last = (await as({ url, body: { overlap_hours: 0 } })).json.data;
    expect(await signingKeys(api.db, testBox, merchant.profileId)).toEqual([last.notification_key]);
  });

  test('is recorded: who, what, from where, and no key in it', async () => {
    const rows = await select<{ action: string; data: Record<string, unknown>; actor_name: string; ip: string }>(
      api.db,
      `SELECT action, data, actor_name, ip FROM audit_log WHERE chain = $1`,
      [merchant.merchantId],
    );
    const actions = rows.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['profile.updated', 'profile.key_shown', 'profile.key_renewed']));
    expect(rows.find(({ action }) => action === 'profile.updated')?.data).toMatchObject({
      tax_rate_bps_before: 0,
      tax_rate_bps: 1900,
    });
    expect(JSON.stringify(rows)).not.toContain('whsec_');
    expect((await verifyAudit(api.db)).broken).toBeUndefined();
  });
});

describe('hazard 70: the logo', () => {
  const url = '/spa/sandbox/profile/image';
  const upload = (body: Buffer, type: string) => as({ url, body, headers: { 'content-type': type } });

  test('is stored anew, shown to payers, and served with a policy of its own', async () => {
    const picture = await sharp({ create: { width: 90, height: 60, channels: 4, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const answer = await upload(picture, 'image/jpeg');
    expect(answer.status, answer.text).toBe(200);
    const { logo_url } = answer.json.data;
    const file = await api.app.inject({ url: logo_url });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await sharp(file.rawPayload).metadata()).format).toBe('png');
    const invoice = (
      await api.call({ url: '/api/v1/invoices', body: { amount: '5', currency: 'EUR' }, as: merchant.token })
    ).json.data;
    expect((await api.call({ url: `/customer/invoices/${invoice.id}` })).json.data.merchant.logo_url).toBe(logo_url);

    const next = (await upload(picture, 'image/jpeg')).json.data.logo_url;
    expect(next).not.toBe(logo_url);
    expect((await api.call({ url: logo_url })).status).toBe(404);
    expect((await as({ method: 'DELETE', url })).json.data.logo_url).toBeNull();
    expect((await api.call({ url: next })).status).toBe(404);
    expect((await api.call({ url: '/logos/..%2f..%2fetc%2fpasswd' })).status).toBe(404);
  });

  test('is refused when it is no image, too large, or of another type', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    for (const type of ['image/png', 'image/svg+xml', 'application/octet-stream']) {
      expect((await upload(svg, type)).json.errors, type).toEqual({
        image: ['The logo must be a JPG, PNG or GIF image.'],
      });
    }
    expect((await upload(Buffer.alloc(1024 * 1024 + 1, 1), 'image/png')).json.errors).toEqual({
      image: ['The logo must be at most 1 MB.'],
    });
    expect((await upload(Buffer.alloc(2 * 1024 * 1024, 1), 'image/png')).status).toBe(413);
    expect((await upload(svg, 'text/html')).status).toBe(415);
    expect((await as({ url, body: { image: 'x' } })).status).toBe(422);
  });
});

describe('API tokens', () => {
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

  test('stay in their mode: a sandbox token is never seen in production, and the other way round', async () => {
    const body = { name: 'Live', permissions: ['invoice_get', 'invoice_create'] };
    const live = (await as({ url: '/spa/production/api-tokens', body })).json.data;
    expect(live.api_key).toMatch(/^tg_live_/);
    const sandbox = (await as({ url: '/spa/sandbox/api-tokens' })).json.data as { id: string }[];
    const production = (await as({ url: '/spa/production/api-tokens' })).json.data as { id: string }[];
    expect(sandbox.map(({ id }) => id)).not.toContain(live.id);
    expect(production.map(({ id }) => id)).toContain(live.id);
    for (const { id } of sandbox) expect((await as({ url: `/spa/production/api-tokens/${id}` })).status).toBe(404);
    expect((await as({ url: `/spa/sandbox/api-tokens/${live.id}` })).status).toBe(404);
    const invoice = (
      await api.call({ url: '/api/v1/invoices', body: { amount: '5', currency: 'EUR' }, as: merchant.token })
    ).json.data;
    const credentials = { key: live.api_key, secret: live.secret_key };
    expect((await api.call({ url: `/api/v1/invoices/${invoice.id}`, as: credentials })).status).toBe(404);
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
    const { secret } = await turnTwoFactorOn(api, { browser, email });
    const token = (await browser({ url: '/spa/sandbox/api-tokens', body: { name: 'x', permissions: ['invoice_get'] } }))
      .json.data;
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

  test('have an end to their number, also when made at once', async () => {
    const other = await api.merchant();
    const asOther = await api.signIn(other);
    const make = () => asOther({ url: '/spa/sandbox/api-tokens', body: { name: 'x', permissions: ['invoice_get'] } });
    const answers = await Promise.all(Array.from({ length: 55 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(49);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  });
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
  test('make an invoice of its own for whoever presses the button, and none for who only looks', async () => {
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

  test('are refused when no invoice could come of them', async () => {
    const body = { title: 'x', amount: '1', currency: 'EUR' };
    for (const [field, change] of [
      ['success_url', { success_url: 'https://evil.example/' }],
      ['amount', { amount: '0.001' }],
      ['title', { title: '' }],
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
  test('a test goes to the profile, or to an address named, and stands in the log', async () => {
    const sent = await as({ url: '/spa/sandbox/webhooks/test', body: { url: 'https://shop.example/hook' } });
    expect(sent.status, sent.text).toBe(202);
    expect((await as({ url: '/spa/sandbox/webhooks/deliveries?status=failed&page=1' })).json.pagination.total).toBe(0);
    const refused = await as({ url: '/spa/production/webhooks/test', body: { url: 'https://10.0.0.1/' } });
    expect(refused.json.errors).toHaveProperty('url');
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

async function put(caller: Caller, changes: Record<string, unknown>, mode = 'sandbox'): Promise<TestAnswer> {
  const url = `/spa/${mode}/profile`;
  const {
    id,
    mode: _,
    company_name,
    logo_url,
    previous_key_until,
    conversion_targets,
    currencies,
    mail_events,
    ...form
  } = (await caller({ url })).json.data;
  return caller({ method: 'PUT', url, body: { ...form, ...changes } });
}
