import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, one } from '../../../db/core/sql.ts';
import { makeInvoice, makeRates, payInFull } from '../../../db/invoices/testing.fixture.ts';
import { DEMO_PER_HOUR } from '../../../domain/demo/limits.ts';
import { newId } from '../../../domain/ids.ts';
import { buildPage } from '../../../invoice-page/fixtures/browser.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

const site = mkdtempSync(join(tmpdir(), 'demo-site-'));
let built: Awaited<ReturnType<typeof buildPage>>;
let api: TestApi;
let networks = 0;

beforeAll(async () => {
  mkdirSync(join(site, 'pages'));
  for (const name of ['demo', 'demo-iframe', 'demo-invoice', 'demo-iframe-invoice']) {
    writeFileSync(join(site, 'pages', `${name}.html`), `<h1>${name}</h1><iframe src="/demo-iframe/page/__DEMO_ID__">`);
  }
  built = await buildPage();
  api = await startTestApi({
    env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000' },
    deps: { frontEnds: { site, invoicePage: built.dist } },
  });
  await makeRates(api.db);
});
afterAll(async () => {
  await api?.close();
  await built?.remove();
  rmSync(site, { recursive: true });
});

const BODY = {
  merchant: 'Kestrel Cycles',
  description: 'Order KC-20418',
  amount: '118.40',
  currency: 'EUR',
  gates: ['BTC'],
  service_fee_payer: 'merchant',
  network_fee_payer: 'merchant',
  tax_type: 'exempt',
};

function newNetwork(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
}

/** Each call from another network, unless it says which. */
const send = (url: string, body: object, ip = newNetwork()) =>
  api.app.inject({ method: 'POST', url, payload: body, remoteAddress: ip });
const form = (url: string, fields: [string, string][], ip = '10.200.0.1') =>
  api.app.inject({
    method: 'POST',
    url,
    remoteAddress: ip,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const make = async (more: object = {}): Promise<string> => {
  const answer = await send('/demo/invoices', { ...BODY, ...more });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().data.id;
};
/** Empties the counters of all, as the next hour does. */
const nextHour = () => execute(api.db, `DELETE FROM lockout WHERE scope LIKE 'demo:%'`);
const ancestors = (answer: { headers: Record<string, unknown> }) =>
  /frame-ancestors ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1];

describe('a demo invoice', () => {
  test('is priced as the visitor said, with fees and taxes, and shows the visitor’s words', async () => {
    const id = await make({ tax_type: 'exclusive', tax_rate: '19', service_fee_payer: 'customer', currency: 'USD' });
    const { json } = await api.call({ url: `/customer/invoices/${id}` });
    expect(json.data).toMatchObject({
      demo: true,
      mode: 'sandbox',
      simulated: true,
      description: 'Order KC-20418',
      currency: 'USD',
      price: '118.40',
      total: '142.31',
      taxes: [{ name: 'VAT', rate: '19.00', amount: '22.50' }],
      fees: { service: '1.41', payer: 'customer' },
      merchant: { name: 'Kestrel Cycles', logo_url: null },
    });
  });

  test('has no address that anybody could pay to, in any answer', async () => {
    const id = await make();
    await send(`/demo/invoices/${id}/plays`, { act: 'short' });
    const { address } = await one<{ address: string }>(api.db, 'SELECT address FROM quote WHERE invoice_id = $1', [id]);
    const urls = ['', '/address'].map((end) => `/customer/invoices/${id}${end}`);
    for (const url of [
      ...urls,
      `/demo/invoices/${id}/webhooks.json`,
      `/demo-iframe/page/${id}`,
      `/demo/invoice/${id}`,
    ]) {
      const { statusCode, body } = await api.app.inject(url);
      expect(statusCode, url).toBe(200);
      expect(body, url).not.toContain(address);
    }
    const { json } = await api.call({ url: urls[1] ?? '' });
    expect(json.data).toMatchObject({ address: expect.stringMatching(/^DEMO-DO-NOT-PAY-/), payment_uri: null });
  });

  test('says in big words that it is a demo, in the language of who reads it, and in the title', async () => {
    const id = await make({ merchant: 'Amazon Refunds', description: 'Pay at evil.example or +49 30 1234567' });
    for (const [language, words] of [
      ['en', 'DEMO: do not send any funds'],
      ['de', 'DEMO: Bitte kein Geld senden'],
      ['ru', 'ДЕМО: не отправляйте деньги'],
    ] as const) {
      const { body } = await api.app.inject(`/demo-iframe/page/${id}?lang=${language}`);
      expect(body).toContain(`<strong>${words}</strong>`);
      expect(/<title>(.*?)<\/title>/.exec(body)?.[1]).not.toContain('Amazon');
      expect(body).not.toMatch(/evil\.example|1234567|invoice\.pdf|receipt\.pdf|\/claim/);
    }
  });

  test('is shown among the words of the demo only', async () => {
    const id = await make();
    const { statusCode, headers } = await api.app.inject(`/invoice/${id}`);
    expect([statusCode, headers.location]).toEqual([302, `/demo/invoice/${id}`]);
    for (const url of [`/customer/invoices/${id}/receipt.pdf`, `/customer/invoices/${id}/invoice.pdf`]) {
      await payInFull(api.db, await chosen(id)).catch(() => undefined);
      expect((await api.app.inject(url)).statusCode, url).toBe(404);
    }
    const claim = await api.app.inject(`/invoice/${id}/claim`);
    expect(claim.statusCode).toBe(404);
  });

  test('is nobody’s any more after a day', async () => {
    const id = await make();
    await execute(api.db, `UPDATE demo_invoice SET created_at = now() - interval '25 hours' WHERE invoice_id = $1`, [
      id,
    ]);
    for (const url of [`/customer/invoices/${id}`, `/demo/invoices/${id}/webhooks.json`, `/demo/invoice/${id}`]) {
      expect((await api.app.inject(url)).statusCode, url).toBe(404);
    }
    expect((await api.app.inject(`/demo-iframe/page/${id}`)).statusCode).toBe(404);
    expect((await api.app.inject(`/demo/invoice/${id}`)).body).toContain('This demo has ended');
    expect((await send(`/demo/invoices/${id}/plays`, { act: 'pay' })).statusCode).toBe(404);
  });

  test.each([
    [{ merchant: '\u200B' }, 'merchant'],
    [{ merchant: 'x'.repeat(41) }, 'merchant'],
    [{ merchant: 'a\u0000b' }, 'merchant'],
    [{ amount: '1000.01' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '0.5' }, 'amount'],
    [{ amount: 100 }, 'amount'],
    [{ gates: [] }, 'gates'],
    [{ gates: ['DOGE'] }, 'gates.0'],
    [{ currency: 'JPY' }, 'currency'],
    [{ tax_rate: '101' }, 'tax_rate'],
    [{ case: 'block' }, 'case'],
    [{ logo_url: 'https://evil.example/logo.png' }, 'logo_url'],
    [{ notification_url: 'https://evil.example' }, 'notification_url'],
  ])('refuses %j', async (more, field) => {
    const { statusCode, json } = await send('/demo/invoices', { ...BODY, ...more }).then((answer) => ({
      statusCode: answer.statusCode,
      json: answer.json(),
    }));
    expect([statusCode, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
  });

  test('shows the shop’s webhooks as they are sent, with the words and without the address', async () => {
    const id = await make({ case: 'pay' });
    const { json } = await api.call({ url: `/demo/invoices/${id}/webhooks.json` });
    expect(json.data.map(({ type }: { type: string }) => type)).toEqual(['invoice.new', 'invoice.pending']);
    const [{ headers, body }] = json.data;
    expect(headers).toEqual({ 'webhook-id': json.data[0].id, 'webhook-timestamp': expect.stringMatching(/^\d{10}$/) });
    expect(JSON.parse(body)).toMatchObject({
      type: 'invoice.new',
      data: { description: 'Order KC-20418', checkout_url: `http://localhost:8080/demo/invoice/${id}` },
    });
  });

  test('plays nothing on an invoice of a real shop, and embeds none', async () => {
    const shop = await api.merchant();
    const { id } = await makeInvoice(api.db, shop);
    for (const each of [id, newId(), 'x', '../../etc']) {
      expect((await send(`/demo/invoices/${encodeURIComponent(each)}/plays`, { act: 'pay' })).statusCode).toBe(404);
      const page = await api.app.inject(`/demo-iframe/page/${encodeURIComponent(each)}`);
      expect([page.statusCode, ancestors(page)]).toEqual([404, "'none'"]);
      expect((await api.app.inject(`/demo/invoice/${encodeURIComponent(each)}`)).statusCode).toBe(404);
    }
    expect(
      await one(api.db, 'SELECT count(*)::int AS sent FROM sim_command WHERE merchant_id = $1', [shop.merchantId]),
    ).toEqual({ sent: 0 });
  });
});

async function chosen(id: string): Promise<string> {
  await api.call({ url: `/customer/invoices/${id}/currency`, body: { gate_id: 'BTC' } });
  return id;
}

describe('the pages', () => {
  test('of /demo-iframe alone may be in the frame of any site', async () => {
    const id = await make();
    for (const url of ['/demo-iframe', `/demo-iframe/invoice/${id}`, `/demo-iframe/page/${id}`]) {
      const page = await api.app.inject(url);
      expect([page.statusCode, ancestors(page), page.headers['x-frame-options']], url).toEqual([
        200,
        "'self' *",
        undefined,
      ]);
    }
    const { id: real } = await makeInvoice(api.db, await api.merchant());
    for (const url of ['/demo', `/demo/invoice/${id}`, `/invoice/${real}`, '/auth/sign-in', '/pricing']) {
      const page = await api.app.inject({ url, headers: { accept: 'text/html' } });
      // A sandbox invoice may be framed by the developer's own machine, on any port.
      expect(ancestors(page)?.split(' '), url).not.toContain('*');
    }
  });

  test('are under a policy that loads from this host only, and are found by nobody but /demo', async () => {
    const id = await make();
    for (const place of ['/demo', '/demo-iframe', `/demo/invoice/${id}`, `/demo-iframe/invoice/${id}`]) {
      const { headers } = await api.app.inject(place);
      const policy = String(headers['content-security-policy']);
      expect(policy, place).not.toMatch(/unsafe|https?:/);
      expect(policy.includes("frame-src 'self'"), place).toBe(place.includes('/invoice/'));
      expect(headers['x-robots-tag'], place).toBe(place === '/demo' ? undefined : 'noindex, nofollow');
    }
  });

  test('keep their policy when the browser has them already: it replaces what it kept', async () => {
    for (const url of ['/demo', '/demo-iframe']) {
      const first = await api.app.inject(url);
      const again = await api.app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
      expect(again.statusCode).toBe(304);
      for (const name of ['content-security-policy', 'x-frame-options', 'permissions-policy', 'x-robots-tag']) {
        expect(again.headers[name], `${url} ${name}`).toBe(first.headers[name]);
      }
    }
  });

  test('make and play an invoice without script', async () => {
    const fields: [string, string][] = [
      ...(Object.entries(BODY).filter(([name]) => name !== 'gates') as [string, string][]),
      ...([
        ['gates[]', 'BTC'],
        ['gates[]', 'LTC'],
        ['tax_rate', ''],
        ['case', ''],
      ] as [string, string][]),
    ];
    const made = await form('/demo-iframe', fields);
    expect(made.statusCode).toBe(303);
    expect(made.headers.location).toMatch(/^\/demo-iframe\/invoice\/[0-9a-f-]{36}$/);
    const page = String(made.headers.location);
    expect((await api.app.inject(page)).body).toContain(`/demo-iframe/page/${page.split('/').at(-1)}`);
    const played = await form(page, [['act', 'pay']]);
    expect([played.statusCode, played.headers.location]).toEqual([303, page]);
    const wrong = await form(page, [['act', 'steal']]);
    expect([wrong.statusCode, wrong.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8']);
    const bad = await form('/demo', [['merchant', '<script>alert(1)</script>']]);
    expect(bad.statusCode).toBe(422);
    expect(bad.body).not.toContain('<script>alert');
    expect((await form('/demo', [['merchant', 'x'.repeat(9000)]])).statusCode).toBe(413);
  });

  test('are not there without the site, or where the sandbox has nodes of its own', async () => {
    const without = await startTestApi({ env: { SITE: 'off' }, deps: { frontEnds: { site } } });
    expect((await without.app.inject('/demo')).statusCode).toBe(404);
    expect((await without.app.inject({ method: 'POST', url: '/demo/invoices', payload: BODY })).statusCode).toBe(404);
    await without.close();
  });
});

describe('a flood of demo invoices', () => {
  const invoices = () =>
    one<{ count: number }>(api.db, 'SELECT count(*)::int AS count FROM demo_invoice').then(({ count }) => count);

  test('from one network are a few, however its addresses change, and others still get theirs', async () => {
    await nextHour();
    const before = await invoices();
    const statuses = new Map<number, number>();
    for (let round = 0; round < 100; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, at) => send('/demo/invoices', BODY, `2001:db8::${round.toString(16)}:${at}`)),
      );
      for (const { statusCode } of answers) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect(statuses).toEqual(
      new Map([
        [201, DEMO_PER_HOUR.invoices.address],
        [429, 500 - DEMO_PER_HOUR.invoices.address],
      ]),
    );
    expect((await invoices()) - before).toBe(DEMO_PER_HOUR.invoices.address);
    expect((await send('/demo/invoices', BODY)).statusCode).toBe(201);
  });

  test('from many networks are no more than an hour has, and shops do not notice', async () => {
    await nextHour();
    const before = await invoices();
    const answers = await Promise.all(Array.from({ length: 300 }, () => send('/demo/invoices', BODY)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(DEMO_PER_HOUR.invoices.all);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await invoices()) - before).toBe(DEMO_PER_HOUR.invoices.all);
    const shop = await api.merchant();
    const real = await api.call({
      url: '/api/v1/invoices',
      body: { amount: '10.00', currency: 'EUR' },
      as: shop.token,
    });
    expect(real.status).toBe(201);
    await nextHour();
  });

  test('cannot reorganize the chain that all sandboxes share more often than a few times', async () => {
    await nextHour();
    const statuses: number[] = [];
    for (let n = 0; n < DEMO_PER_HOUR.reorganizations.all + 3; n += 1) {
      statuses.push((await send('/demo/invoices', { ...BODY, case: 'reorg' })).statusCode);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(DEMO_PER_HOUR.reorganizations.all);
    await nextHour();
  });
});

test('the calculator’s rates are those of the gateway, with the fees of the plan', async () => {
  const { status, json } = await api.call({ url: '/site-rates.json' });
  expect(status).toBe(200);
  expect(json.data.fees).toEqual({ invoice: 100, conversion: 50 });
  expect(json.data.rates.find(({ asset }: { asset: string }) => asset === 'BTC')).toMatchObject({ value: '50000' });
});
