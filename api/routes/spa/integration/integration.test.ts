import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../../db/audit/verify.ts';
import { execute, one, select } from '../../../../db/core/sql.ts';
import { signingKeys } from '../../../../db/shops/profiles.ts';
import { type TestMerchant, testBox } from '../../../../db/testing.fixture.ts';
import { DEFAULT_VERSION, FIRST_VERSION, NEWEST_VERSION } from '../../../../domain/versions/api-versions.ts';
import { startTestApi, type TestAnswer, type TestApi, type TestCall } from '../../../testing/server.fixture.ts';

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
  test('has its emails in two columns, so that a process of the release before can go on saving it', async () => {
    const shop = await api.merchant();
    const browser = await api.signIn(shop);
    const { email_events: usual, mail_events: all } = (await browser({ url: '/spa/sandbox/profile' })).json.data;
    expect(usual).toEqual(
      expect.arrayContaining(['invoice.error', 'withdrawal.done', 'withdrawal.error', 'conversion.failed']),
    );
    expect((await put(browser, { email_events: all })).status).toBe(200);
    const stored = () =>
      one<{ old: string[]; newer: string[] }>(
        api.db,
        'SELECT email_events AS old, newer_email_events AS newer FROM profile WHERE id = $1',
        [shop.profileId],
      );
    const { old, newer } = await stored();
    expect(newer).toEqual([
      'withdrawal.done',
      'withdrawal.error',
      'conversion.done',
      'payment_request.paid',
      'payment_request.expired',
      'conversion.failed',
    ]);
    expect([...old, ...newer]).toEqual(all);
    // As such a process saves it.
    await execute(api.db, `UPDATE profile SET email_events = '{invoice.done}' WHERE id = $1`, [shop.profileId]);
    const read = (await browser({ url: '/spa/sandbox/profile' })).json.data;
    expect(read.email_events).toEqual(['invoice.done', ...newer]);
    expect((await put(browser, { email_events: [] })).status).toBe(200);
    expect(await stored()).toEqual({ old: [], newer: [] });
  });

  test('is read whole, changed whole, and new invoices follow it', async () => {
    const before = (await as({ url: '/spa/sandbox/profile' })).json.data;
    expect(before).toMatchObject({ mode: 'sandbox', version: 1, tax_type: 'exempt', invoice_currency: 'EUR' });
    const answer = await put(as, {
      name: 'Quay',
      domain: 'Shop.Quay.example',
      url: 'quay.example',
      company_phone: '+49 30 1',
      show_company: false,
      company_address: 'Am Kai 1\n20457 Hamburg',
      support_email: 'Help@quay.example',
      invoice_currency: 'USD',
      gates: ['BTC', 'BCH'],
      tax_name: 'MwSt',
      tax_rate: '19',
      tax_type: 'exclusive',
      autocomplete: true,
      autoconversion: { type: 'partial', gate_id: 'ETH', percent: 40 },
      service_fee_payer: 'customer',
      network_fee_payer: 'customer',
      underpaid_policy: 'accept',
      underpaid_tolerance: '1.5',
      overpaid_tolerance: '2',
      refund_fee_payer: 'customer',
      conversion_fee_payer: 'customer',
      notification_url: 'http://127.0.0.1:9/hook',
      email_events: ['invoice.done'],
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toMatchObject({
      name: 'Quay',
      domain: 'shop.quay.example',
      url: 'https://quay.example/',
      support_email: 'help@quay.example',
      tax_rate: '19.00',
      underpaid_tolerance: '1.50',
      version: 2,
      refund_fee_payer: 'customer',
      conversion_fee_payer: 'customer',
    });
    const { service } = (await as({ url: '/spa/sandbox/fees' })).json.data;
    expect(service).toContainEqual({ operation: 'conversion', percent: '0.50', payer: 'customer' });
    expect(service).toContainEqual({ operation: 'refund', percent: '5.00', payer: 'customer' });

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

  test('an invoice may have tolerances of its own, within the bounds of the profile’s', async () => {
    const shop = await api.merchant();
    await execute(
      api.db,
      'UPDATE profile SET underpaid_tolerance_bps = 150, overpaid_tolerance_bps = 50 WHERE id = $1',
      [shop.profileId],
    );
    const asShop = await api.signIn(shop);
    const body = { amount: '20', currency: 'EUR' };
    const byToken = (more: object) => api.call({ url: '/api/v1/invoices', body: { ...body, ...more }, as: shop.token });
    const bySession = (more: object) => asShop({ url: '/spa/sandbox/invoices', body: { ...body, ...more } });
    for (const create of [byToken, bySession]) {
      const made = await create({ underpaid_tolerance: '0', overpaid_tolerance: '2.5' });
      expect(made.status, made.text).toBe(201);
      const sql = 'SELECT underpaid_tolerance_bps AS under, overpaid_tolerance_bps AS over FROM invoice WHERE id = $1';
      const toleranceOf = (id: string) => one<object>(api.db, sql, [id]);
      expect(await toleranceOf(made.json.data.id)).toEqual({ under: 0, over: 250 });
      const usual = await create({ overpaid_tolerance: '10' });
      expect(await toleranceOf(usual.json.data.id)).toEqual({ under: 150, over: 1000 });
      // The API takes an empty field for one that is left out.
      for (const wrong of ['10.01', '-1', '1.234', ...(create === bySession ? [''] : [])]) {
        expect((await create({ underpaid_tolerance: wrong })).json.errors, wrong).toHaveProperty('underpaid_tolerance');
      }
    }
  });

  test('keeps the tolerance for late payments, 1 % by default, if a form does not name it', async () => {
    expect((await as({ url: '/spa/sandbox/profile' })).json.data).toMatchObject({ late_tolerance: '1.00' });
    expect((await put(as, { late_tolerance: '2.5' })).json.data).toMatchObject({ late_tolerance: '2.50' });
    expect((await put(as, { late_tolerance: undefined })).json.data).toMatchObject({ late_tolerance: '2.50' });
    const body = { amount: '100.00', currency: 'EUR', gate_id: 'BTC' };
    const invoice = (await api.call({ url: '/api/v1/invoices', body, as: merchant.token })).json.data;
    const [row] = await select(api.db, 'SELECT late_tolerance_bps AS t FROM invoice WHERE id = $1', [invoice.id]);
    expect(row).toEqual({ t: 250 });
  });

  test('has the version of webhooks to notification URLs, which a form that does not name it leaves alone', async () => {
    const version = async () => (await as({ url: '/spa/sandbox/profile' })).json.data.api_version;
    expect(await version()).toBe(DEFAULT_VERSION);
    expect((await put(as, { api_version: NEWEST_VERSION })).json.data.api_version).toBe(NEWEST_VERSION);
    expect((await put(as, { api_version: undefined })).json.data.api_version).toBe(NEWEST_VERSION);
    const refused = await put(as, { api_version: '2020-01-01' });
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['api_version']]);
    await put(as, { api_version: FIRST_VERSION });
    expect(await version()).toBe(FIRST_VERSION);
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
    ['domain', { domain: 'co.uk' }],
    ['domain', { domain: 'github.io' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['support_email', { support_email: 'nobody' }],
    ['invoice_currency', { invoice_currency: 'XYZ' }],
    ['gates', { gates: [] }],
    ['tax_rate', { tax_rate: '19.999' }],
    ['tax_rate', { tax_rate: 19 }],
    ['underpaid_tolerance', { underpaid_tolerance: '10.01' }],
    ['late_tolerance', { late_tolerance: '10.01' }],
    ['late_tolerance', { late_tolerance: '-1' }],
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
    const allowed = await put(as, { notification_url: 'https://shop.example/hook' }, 'production');
    expect([allowed.status, allowed.json.code]).toEqual([409, 'two_fa_not_enabled']);
  });

  test('renews its notification key, and the old one signs beside it until the overlap ends', async () => {
    const url = '/spa/sandbox/profile/notification-key';
    const old = (await as({ url: `${url}/show`, body: {} })).json.data.notification_key;
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

  test('is drawn again for storage, shown to payers, and served with a policy of its own', async () => {
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
