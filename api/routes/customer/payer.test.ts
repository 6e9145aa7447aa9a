import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardDesk } from '../../../db/card-orders/testing.fixture.ts';
import { notifyLive } from '../../../db/core/live.ts';
import { execute } from '../../../db/core/sql.ts';
import { fund, makePayout } from '../../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { buildPage } from '../../../invoice-page/fixtures/browser.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

const admin = mkdtempSync(join(tmpdir(), 'front-ends-'));
let built: Awaited<ReturnType<typeof buildPage>>;
let api: TestApi;
let merchant: TestMerchant;
let origin: string;

beforeAll(async () => {
  built = await buildPage();
  mkdirSync(join(admin, 'admin-assets'));
  writeFileSync(join(admin, 'index.html'), '<!doctype html><meta nonce="__CSP_NONCE__"><div id="root"></div>');
  writeFileSync(join(admin, 'admin-assets', 'app-1234.js'), 'export {};');
  api = await startTestApi({ deps: { frontEnds: { invoicePage: built.dist, admin } } });
  merchant = await api.merchant({ profile: { domain: 'shop.test', supportEmail: 'help@shop.test' } });
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api?.close();
  await built?.remove();
  rmSync(admin, { recursive: true });
});

async function makeInvoice(body: object = {}): Promise<{ id: string; version: number; address: string | null }> {
  const whole = { amount: '49.90', currency: 'EUR', ...body };
  const { status, json, text } = await api.call({ url: '/api/v1/invoices', body: whole, as: merchant.token });
  if (status !== 201) throw new Error(text);
  return json.data;
}

describe('the payer', () => {
  test('sees each asset with its price of the moment, and nothing of the merchant’s', async () => {
    const { id } = await makeInvoice({
      gates: ['BTC', 'USDT_TRC20'],
      customer: { email: 'jane@payer.test', name: 'Jane Doe' },
      metadata: { secret: 'margin' },
      notification_url: 'https://shop.test/hook',
    });
    const { status, json, text } = await api.call({ url: `/customer/invoices/${id}` });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      status: 'new',
      simulated: true,
      merchant: { name: 'Test Shop', domain: 'shop.test', support_email: 'help@shop.test' },
      customer_email: 'j•••@payer.test',
      qr: null,
    });
    expect(json.data.gates).toEqual([
      expect.objectContaining({ gate_id: 'BTC', network_title: 'Bitcoin', amount: '0.00099800', rate: '50000.00' }),
      expect.objectContaining({ gate_id: 'USDT_TRC20', amount: '54.239131', rate: '0.92' }),
    ]);
    expect(text).not.toMatch(/margin|shop\.test\/hook|Jane Doe|merchant_id|profile_id/);
  });

  test.each([
    [true, { address: '12 Mill Lane', phone: '+44 113 496 0000', support_email: 'help@shop.test' }],
    [false, { address: null, phone: null, support_email: null }],
  ])('sees address, phone and email of the company as the profile says: %s', async (showCompany, shown) => {
    const company = {
      companyAddress: '12 Mill Lane',
      companyPhone: '+44 113 496 0000',
      supportEmail: 'help@shop.test',
    };
    const url = 'https://shop.test/leeds';
    const { token } = await api.merchant({ profile: { ...company, showCompany, url } });
    const body = { amount: '49.90', currency: 'EUR' };
    const { id } = (await api.call({ url: '/api/v1/invoices', body, as: token })).json.data;
    expect((await api.call({ url: `/customer/invoices/${id}` })).json.data.merchant).toMatchObject({
      ...shown,
      website: url,
    });
  });

  test('chooses, chooses another, and gets the same quote for the same asset', async () => {
    const { id } = await makeInvoice();
    const url = `/customer/invoices/${id}/currency`;
    const choose = async (gateId: string) => (await api.call({ url, body: { gate_id: gateId } })).json.data;
    expect((await api.call({ url: `/customer/invoices/${id}/address` })).status).toBe(409);
    const bitcoin = await choose('BTC');
    expect(bitcoin).toMatchObject({ status: 'pending', gate_id: 'BTC', amount_due: '0.00099800' });
    expect(bitcoin.qr.payload).toBe(bitcoin.payment_uri);
    const ripple = await choose('XRP');
    expect(ripple).toMatchObject({ gate_id: 'XRP', amount_due: '90.727273' });
    expect(ripple.destination_tag).toMatch(/^\d+$/);
    expect((await choose('BTC')).address).toBe(bitcoin.address);
    const address = await api.call({ url: `/customer/invoices/${id}/address` });
    expect(address.json.data).toMatchObject({ gate_id: 'BTC', address: bitcoin.address, amount_due: '0.00099800' });
    expect((await api.call({ url, body: { gate_id: 'DOGE' } })).status).toBe(422);
    expect((await api.call({ method: 'PUT', url: `/customer/invoices/${id}/pay` })).json.data.id).toBe(id);
  });

  test('says in which language they read, for the mails', async () => {
    const { id } = await makeInvoice();
    const url = `/customer/invoices/${id}`;
    expect((await api.call({ url })).json.data.language).toBeNull();
    const said = await api.call({ method: 'PUT', url: `${url}/language`, body: { language: 'pt' } });
    expect(said.json.data).toMatchObject({ id, language: 'pt', version: 1 });
    expect((await api.call({ url })).json.data.language).toBe('pt');
    for (const language of ['nl', '', null, 'en-GB']) {
      expect((await api.call({ method: 'PUT', url: `${url}/language`, body: { language } })).status).toBe(422);
    }
    const unknown = { method: 'PUT', url: `/customer/invoices/${newId()}/language`, body: { language: 'pt' } } as const;
    expect((await api.call(unknown)).status).toBe(404);
  });

  test('gets a 404 for an id that is none', async () => {
    for (const id of [newId(), 'x', '1', '%2e%2e']) {
      for (const path of ['', '/address', '/events']) {
        expect((await api.call({ url: `/customer/invoices/${id}${path}` })).status).toBe(404);
      }
      expect((await api.call({ method: 'PUT', url: `/customer/invoices/${id}/pay` })).status).toBe(404);
    }
  });
});

const stateOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/.exec(html)?.[1] ?? '');

describe('the page', () => {
  test('may be framed on a developer’s own machine in sandbox alone', async () => {
    const { token } = merchant.modes.production;
    const body = { amount: '49.90', currency: 'EUR' };
    const made = await api.call({ url: '/api/v1/invoices', body, as: token });
    const ancestors = [];
    for (const { id } of [await makeInvoice(), made.json.data]) {
      const { headers } = await api.call({ url: `/invoice/${id}` });
      ancestors.push(/frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]);
    }
    const shops = "'self' https://shop.test https://*.shop.test";
    expect(ancestors).toEqual([`${shops} http://localhost:* http://127.0.0.1:*`, shops]);
  });

  test('has the state of the moment in it, under a policy that lets the merchant embed it', async () => {
    const { id } = await makeInvoice();
    const { status, headers, text } = await api.call({ url: `/invoice/${id}` });
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self' https://shop.test https://*.shop.test");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(stateOf(text)).toMatchObject({ id, status: 'new' });
  });

  test('can be read before any script runs: what to send, where to, and the code for it', async () => {
    const { id, address } = await makeInvoice({ gate_id: 'BTC' });
    const { text } = await api.call({ url: `/invoice/${id}` });
    const { amount_due, qr } = stateOf(text);
    expect(text).toContain(`${amount_due}\u00a0BTC`);
    expect(text.replaceAll(/<[^>]*>/g, '')).toContain(address);
    expect(text).toMatch(/<svg [^>]*class="code"[^>]*>.*?<path fill="#000" d="M/);
    expect(qr.payload_modules).toMatch(/^\d\d\.[\w+/=]+$/);
  });

  test('is in the language chosen by hand, else in the one that the browser asks for first', async () => {
    const { id } = await makeInvoice({ gate_id: 'BTC' });
    const german = { 'accept-language': 'de-AT,en;q=0.5' };
    for (const [url, headers, title] of [
      [`/invoice/${id}`, german, 'Mit Bitcoin bezahlen'],
      [`/invoice/${id}?lang=fr`, german, 'Payer en Bitcoin'],
      [`/invoice/${id}`, { ...german, cookie: 'tidegate-language=ru' }, 'Оплата в Bitcoin'],
      [`/invoice/${id}?lang=fr&lang=ru`, german, 'Mit Bitcoin bezahlen'],
      [`/invoice/${newId()}`, german, 'Wir finden diese Rechnung nicht'],
    ] as const) {
      const { text } = await api.call({ url, headers });
      expect(/<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1], url).toBe(title);
    }
  });

  test('is in the language of the order where the shop named one, unless the payer chose another', async () => {
    const { id } = await makeInvoice({ gate_id: 'BTC', locale: 'fr_CH' });
    const german = { 'accept-language': 'de-AT,en;q=0.5' };
    for (const [url, headers, title] of [
      [`/invoice/${id}`, german, 'Payer en Bitcoin'],
      [`/invoice/${id}?lang=de`, german, 'Mit Bitcoin bezahlen'],
      [`/invoice/${id}`, { ...german, cookie: 'tidegate-language=ru' }, 'Оплата в Bitcoin'],
    ] as const) {
      const { text } = await api.call({ url, headers });
      expect(/<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1], url).toBe(title);
    }
  });

  test('hazard 71: a script in any text stays text', async () => {
    const evil = '</script><script>alert(1)</script><!--\u2028$&';
    const { id } = await makeInvoice({
      description: evil,
      reference: evil,
      items: [{ name: evil, quantity: 1, price: '49.90' }],
    });
    const { text } = await api.call({ url: `/invoice/${id}?lang=${encodeURIComponent(evil)}` });
    // Those of the page, and the banner about cookies.
    expect(text.match(/<script/g)).toHaveLength(6);
    expect(text).not.toContain('alert(1)</script>');
    expect(text.replaceAll(/<!--(\/?\$| )-->/g, '')).not.toContain('<!--');
    expect(stateOf(text)).toMatchObject({ description: evil, reference: evil });
  });

  test.each([newId(), 'no-id'])('of an unknown invoice (%s) is a real 404 that says so', async (id) => {
    const { status, headers, text } = await api.call({ url: `/invoice/${id}`, headers: { accept: 'text/html' } });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<title>We cannot find this invoice</title>');
    expect(stateOf(text)).toBe('missing');
  });

  test('files of the front ends are kept by browsers, and nothing else is served', async () => {
    const file = await api.call({ url: '/admin-assets/app-1234.js' });
    expect(file.status).toBe(200);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const url of [
      '/admin-assets/../index.html',
      '/admin-assets/%2e%2e/index.html',
      '/invoice-assets/index.html',
      '/admin-assets/none.js',
    ]) {
      expect((await api.call({ url })).status, url).toBe(404);
    }
  });

  test('the back office answers its paths, with a nonce of its own each time, and others as not found', async () => {
    const open = (url: string) => api.call({ url, headers: { accept: 'text/html' } });
    const nonceOf = (text: string) => /nonce="([^"]+)"/.exec(text)?.[1] ?? '';
    const [one, other] = [await open('/history/details?id=1'), await open('/auth/sign-in')];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(nonceOf(one.text)).not.toBe(nonceOf(other.text));
    expect(one.headers['content-security-policy']).toContain(`'nonce-${nonceOf(one.text)}'`);
    expect((await open('/no/such/page')).status).toBe(404);
    expect((await api.call({ url: '/no/such/page' })).json.code).toBe('not_found');
  });
});

describe('events', () => {
  test('give the invoice at once, again when it changes, and resume by Last-Event-ID', async () => {
    const { id } = await makeInvoice();
    const stream = await follow(`/customer/invoices/${id}/events`);
    const first = await stream.next();
    expect([first.event, first.id, first.data.status]).toEqual(['invoice', '1', 'new']);
    await api.call({ url: `/customer/invoices/${id}/currency`, body: { gate_id: 'BTC' } });
    const second = await stream.next();
    expect([second.id, second.data.status, second.data.gate_id]).toEqual(['2', 'pending', 'BTC']);
    const again = await follow(`/customer/invoices/${id}/events`, { 'last-event-id': '1' });
    expect((await again.next()).id).toBe('2');
    stream.close();
    again.close();
  });

  test('come to every page of an invoice, which is read once', async () => {
    const { id } = await makeInvoice();
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(`/customer/invoices/${id}/events`)));
    for (const stream of streams) expect((await stream.next()).id).toBe('1');
    await execute(api.db, 'UPDATE invoice SET version = 9 WHERE id = $1', [id]);
    notifyLive(api.db, { invoice: id });
    for (const stream of streams) expect((await stream.next()).id).toBe('9');
    for (const stream of streams) stream.close();
  });

  test('come although the notification was lost', async () => {
    const { id } = await makeInvoice();
    const stream = await follow(`/customer/invoices/${id}/events`);
    await stream.next();
    await execute(api.db, 'UPDATE invoice SET version = 5 WHERE id = $1', [id]);
    expect((await stream.next()).id).toBe('5');
    stream.close();
  });

  test('tell the back office which invoices and card purchases changed', async () => {
    const stream = await follow('/spa/sandbox/live', { cookie: await sessionCookie() });
    const { id } = await makeInvoice();
    const event = await stream.next((each) => each.event === 'invoice' && each.data.id === id);
    expect(event.data).toEqual({ id, status: 'new', version: 1 });
    const purchase = await cardDesk(api.db).placing(merchant);
    const { data } = await stream.next((each) => each.event !== 'invoice');
    expect(data).toEqual({ id: purchase, status: 'placing', version: expect.any(Number) });
    stream.close();
  });

  test('tell a further shop of its own sales and of what all shops have together, never of another’s sales', async () => {
    const as = await api.signIn(merchant);
    const shopId: string = (await as({ url: '/spa/shops', body: { name: 'Harbor' } })).json.data.id;
    const stream = await follow(`/spa/sandbox:${shopId}/live`, { cookie: await sessionCookie() });
    // Notifications come in their order: what the stream may not hear would be before what it hears.
    await makeInvoice();
    await cardDesk(api.db).placing(merchant);
    await fund(api.db, merchant, 'BTC', 1_000_000n);
    const payout = await makePayout(api.db, merchant);
    expect((await stream.next()).event).toBe('payout');
    const own = { amount: '5', currency: 'EUR' };
    const made = await as({ url: `/spa/sandbox:${shopId}/invoices`, body: own });
    expect(made.status, made.text).toBe(201);
    const heard = await stream.next(({ data }) => data.id !== payout.id);
    expect([heard.event, heard.data.id]).toEqual(['invoice', made.json.data.id]);
    stream.close();
  });
});

/** Of a new session of the merchant's user, as a browser sends it. */
async function sessionCookie(): Promise<string> {
  const { email, password } = merchant.user;
  const as = await api.signIn(merchant);
  const { headers } = await as({ url: '/auth/login', body: { email, password } });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

interface StreamEvent {
  readonly event: string | undefined;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape
  readonly data: any;
}

/** Reads Server-Sent Events over a real socket; heartbeats are passed over. */
async function follow(path: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(`${origin}${path}`, { headers, signal: abort.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function one(): Promise<StreamEvent> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        const data = field('data');
        if (data !== undefined && field('event') !== 'heartbeat') {
          return { event: field('event'), id: field('id'), data: JSON.parse(data) };
        }
        continue;
      }
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) throw new Error('the stream ended');
      text += chunk.value;
    }
  }
  return {
    async next(matches: (event: StreamEvent) => boolean = () => true): Promise<StreamEvent> {
      for (;;) {
        const event = await one();
        if (matches(event)) return event;
      }
    },
    close: () => abort.abort(),
  };
}
