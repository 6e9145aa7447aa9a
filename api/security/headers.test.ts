import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { startTestApi, type TestAnswer, type TestApi } from '../testing/server.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
let api: TestApi;
let invoice: string;

beforeAll(async () => {
  const page = (name: string) => {
    mkdirSync(join(folder, name, 'admin-assets'), { recursive: true });
    mkdirSync(join(folder, name, 'client'), { recursive: true });
    mkdirSync(join(folder, name, 'server'), { recursive: true });
    writeFileSync(join(folder, name, 'index.html'), '<!doctype html><meta nonce="__CSP_NONCE__">');
    writeFileSync(join(folder, name, 'client', 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, name, 'client', 'card.html'), '<!doctype html>');
    const drawers = 'export const createPage = (html) => () => html; export const createCardPage = createPage;';
    writeFileSync(join(folder, name, 'server', 'page.js'), drawers);
    writeFileSync(join(folder, name, 'admin-assets', 'app.js'), '');
    mkdirSync(join(folder, name, 'pages'), { recursive: true });
    for (const each of ['docs-api', 'legal-aml'])
      writeFileSync(join(folder, name, 'pages', `${each}.html`), '<h1>Hi</h1>');
    return join(folder, name);
  };
  const frontEnds = { invoicePage: page('invoice-page'), admin: page('admin'), site: page('site') };
  api = await startTestApi({ env: { PUBLIC_URL: 'https://pay.gateway.test' }, deps: { frontEnds } });
  const merchant = await api.merchant({ profile: { domain: 'shop.test' } });
  const body = { amount: '49.90', currency: 'EUR' };
  invoice = (await api.call({ url: '/api/v1/invoices', body, as: merchant.token })).json.data.id;
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** Every page the server has, from the route table, beside those that are none. */
function pages(): string[] {
  const fromTable = api.app.routeTable
    .filter(
      ({ methods, schema, url }) =>
        methods.includes('GET') &&
        schema?.hide === true &&
        !/-assets|^\/metrics|SUMS$|\.(json|txt|xml|svg|ico|js|md|zip)$/.test(url),
    )
    .map(({ url }) =>
      url.replace('*', 'a/b').replace('/invoice/:id', `/invoice/${invoice}`).replaceAll(/:\w+/g, newId()),
    );
  return [...new Set([...fromTable, '/legal/aml', `/invoice/${newId()}`, '/no-such-page', '/dashboard?tab=<script>'])];
}

/** Where developers try invoices of the sandbox. */
const ownMachine = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The page that says that a demo has ended; no other page of the demo is built here. */
const isDemo = (url: string) => url.startsWith('/demo-iframe/invoice/');

const isRedirect = ({ status }: TestAnswer) => [301, 302, 303].includes(status);

const open = (url: string) => api.call({ url, headers: { accept: 'text/html' } });

function directives({ headers }: TestAnswer): Map<string, string[]> {
  const text = String(headers['content-security-policy'] ?? '');
  return new Map(text.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1)] as const));
}

describe('every page', () => {
  test('is under a policy that runs our own files only', async () => {
    expect(pages().length).toBeGreaterThan(20);
    for (const url of pages()) {
      const answer = await open(url);
      if (isRedirect(answer)) continue;
      const policy = directives(answer);
      expect(String(answer.headers['content-type']), url).toBe('text/html; charset=utf-8');
      const withoutDemo = String(answer.headers['content-security-policy']).replace(
        isDemo(url) ? /'self' \*$/ : ` ${ownMachine.join(' ')}`,
        '',
      );
      expect(withoutDemo, url).not.toMatch(/unsafe|\*(?!\.shop\.test)|http:/);
      // No `object-src`, `worker-src` or `frame-src`: those fall back to this.
      expect(policy.get('default-src'), url).toEqual(["'none'"]);
      expect(policy.get('script-src'), url).toEqual(["'self'"]);
      expect(policy.get('connect-src'), url).toEqual(["'self'"]);
      expect(policy.get('base-uri'), url).toEqual(["'none'"]);
      expect(policy.get('form-action'), url).toEqual(["'self'"]);
      for (const source of policy.get('style-src') ?? []) expect(source, url).toMatch(/^'(self|nonce-[\w+/=]{22,})'$/);
    }
  });

  test('has the same policy when the browser has the page already: a reload replaces what it kept', async () => {
    for (const url of ['/docs/api', '/legal/aml']) {
      const first = await open(url);
      const again = await api.call({
        url,
        headers: { accept: 'text/html', 'if-none-match': String(first.headers.etag) },
      });
      expect([url, again.status]).toEqual([url, 304]);
      for (const name of ['content-security-policy', 'x-frame-options', 'cross-origin-opener-policy', 'x-robots-tag'])
        expect([url, name, again.headers[name]]).toEqual([url, name, first.headers[name]]);
    }
  });

  test('is embedded by nobody, but an invoice and its card payment by the shop it is of, and the demo by everyone', async () => {
    for (const url of pages()) {
      const answer = await open(url);
      const isOf = [`/invoice/${invoice}`, `/card-payment/invoice/${invoice}`].includes(url);
      const isShops = isOf || isDemo(url);
      const embedders = isOf ? ['https://shop.test', 'https://*.shop.test', ...ownMachine] : ['*'];
      const mayEmbed = isShops ? ["'self'", ...embedders] : ["'none'"];
      expect(directives(answer).get('frame-ancestors'), url).toEqual(mayEmbed);
      if (!isRedirect(answer)) {
        expect(answer.headers['x-frame-options'], url).toBe(isShops ? undefined : 'DENY');
        expect(answer.headers['cross-origin-opener-policy'], url).toBe(isShops ? undefined : 'same-origin');
      }
    }
  });

  test('has a nonce of its own each time, which nobody can foresee', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () => /nonce="([^"]+)"/.exec((await open('/dashboard')).text)?.[1]),
    );
    expect(new Set(nonces).size).toBe(20);
    for (const nonce of nonces) expect(Buffer.from(nonce ?? '', 'base64').length).toBeGreaterThanOrEqual(16);
  });
});

describe('every answer', () => {
  const urls = () => [
    ...pages(),
    '/api/v1/invoices',
    '/api/v1/nothing',
    '/spa/user',
    '/auth/csrf-cookie',
    `/customer/invoices/${invoice}`,
    '/admin-assets/app.js',
    '/admin-assets/none.js',
    '/health/live',
    '/%E0%A4%A',
  ];

  test('keeps browsers from guessing types, from telling where they came from, and on TLS', async () => {
    for (const url of urls()) {
      const { headers } = await api.call({ url });
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}; includeSubDomains$/),
        'content-security-policy': expect.stringContaining('frame-ancestors'),
      });
      expect(Object.keys(headers), url).not.toContain('server');
      expect(Object.keys(headers), url).not.toContain('x-powered-by');
    }
  });

  test('is kept by no cache, unless it is a file named by its content', async () => {
    for (const url of urls()) {
      const { headers, status } = await api.call({ url });
      const isFile = url.endsWith('/app.js') && status === 200;
      // The same for everyone; kept, but compared by its tag before each use.
      if (url === '/docs/api' || url === '/legal/aml') expect(headers['cache-control'], url).toBe('no-cache');
      else expect(headers['cache-control'], url).toContain(isFile ? 'immutable' : 'no-store');
    }
  });

  test('says nothing of TLS to a gateway that has none', async () => {
    const plain = await startTestApi();
    const { headers } = await plain.call({ url: '/health/live' });
    await plain.close();
    expect(headers).not.toHaveProperty('strict-transport-security');
  });
});

test('with TLS, cookies belong to this host alone; the CSRF token keeps the name in the contract', async () => {
  const { headers } = await api.call({ url: '/auth/csrf-cookie' });
  expect(String(headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; Secure; SameSite=Lax$/);
  const token = /=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
  const { email, password } = (await api.merchant()).user;
  const signIn = (csrf: string) =>
    api.call({
      url: '/auth/login',
      body: { email, password },
      headers: { cookie: `XSRF-TOKEN=${csrf}`, 'x-xsrf-token': token, 'x-visitor-id': 'visitor-1234' },
    });
  expect((await signIn('planted')).status).toBe(419);
  const signedIn = await signIn(token);
  expect(signedIn.status).toBe(200);
  expect(String(signedIn.headers['set-cookie'])).toMatch(
    /^__Host-tidegate_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax/,
  );
  const staff = await api.call({ url: '/staff/auth/csrf-cookie' });
  expect(String(staff.headers['set-cookie'])).toMatch(/^__Host-XSRF-STAFF=[^;]+; Path=\/; Secure; SameSite=Strict$/);
});
