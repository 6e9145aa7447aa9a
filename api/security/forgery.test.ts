import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import { expectStatus, GOOD_PASSWORD, openBrowser, signUp, type TestBrowser } from '../testing/accounts.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import type { TestCall } from '../testing/server.fixture.ts';
import { signInStaff } from '../testing/staff.fixture.ts';

let user: TestBrowser;
let staff: (call: TestCall) => Promise<{ status: number }>;

const api = await openTestApi({ env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000' } });
beforeAll(async () => {
  ({ browser: user } = await signUp(api));
  staff = (await signInStaff(api, 'mlro')).as;
});

/** The routes that change something, from the route table: a new one is covered by being there. */
const changing = () =>
  api.app.routeTable.filter(({ methods }) => !methods.some((method) => ['GET', 'HEAD', 'OPTIONS'].includes(method)));

const callOf = ({ methods, url }: RouteEntry, headers: Record<string, string> = {}): TestCall => ({
  method: methods[0] as 'POST',
  url: url
    .replace(':profile', 'sandbox')
    .replace(':network', 'BTC')
    .replace(':type', 'login_attempt')
    .replaceAll(/:\w+/g, newId()),
  headers,
});

describe('CSRF: every route that changes something', () => {
  test('asks for a token, unless it takes no cookie at all', () => {
    expect(changing().length).toBeGreaterThan(50);
    const open = changing().filter(({ access }) => access.by === 'anyone' && access.csrf === undefined);
    // The id of invoice, link or request is the capability there, a signature in webhooks: a forger who has it needs
    // nobody's browser. `/verify` checks a file against its own signature and stores nothing. The demo moves no money.
    // `/consent` belongs to no session, and refuses other sites by browsers' headers (api/routes/consent.test.ts).
    // Forms of visitors have a token of their own: api/routes/contact.test.ts, site/forms/forms.servers.test.ts.
    // Readers' votes on an article are counted from our own pages only: site/articles/useful.servers.test.ts.
    // The forms by which applications get a key have a token of their own: api/routes/greenfield/authorize.test.ts.
    const forms = [
      '/authorize',
      '/btcpay/api-keys/authorize',
      '/contact-us',
      '/contact-us/partner',
      '/partner',
      '/newsletter',
      '/support/articles/:slug',
    ];
    const pages = ['/verify', '/consent', '/payment-request/invoice-form', '/demo', '/demo-iframe', ...forms];
    const isOpen = (url: string) =>
      pages.includes(url) || /^\/(customer|invoice|pay|webhooks|demo|demo-iframe|newsletter|spa\/contact)\//.test(url);
    expect(open.map(({ url }) => url).filter((url) => !isOpen(url))).toEqual([]);
  });

  test('refuses a user whose browser sends no token, another one, or that of a stranger', async () => {
    const stranger = await openBrowser(api);
    const foreign = stranger.jar.get('XSRF-TOKEN') ?? '';
    const session = user.jar.get('tidegate_session') ?? '';
    const own = user.jar.get('XSRF-TOKEN') ?? '';
    const forged: readonly Record<string, string>[] = [
      { 'x-xsrf-token': '' },
      { 'x-xsrf-token': 'a.b' },
      { 'x-xsrf-token': foreign },
      // Even when the attacker could plant the cookie: it was signed for another session.
      { 'x-xsrf-token': foreign, cookie: `tidegate_session=${session}; XSRF-TOKEN=${foreign}` },
      { 'x-xsrf-token': own, cookie: `tidegate_session=${session}` },
    ];
    const routes = changing().filter(
      ({ access }) => access.by === 'user' || (access.by === 'anyone' && access.csrf === 'merchant'),
    );
    for (const route of routes) {
      for (const headers of forged) {
        const { status } = await user(callOf(route, headers));
        expect(status, `${route.methods[0]} ${route.url}`).toBe(419);
      }
    }
  });

  test('refuses staff in the same way', async () => {
    const routes = changing().filter(
      ({ access }) => access.by === 'staff' || (access.by === 'anyone' && access.csrf === 'staff'),
    );
    expect(routes.length).toBeGreaterThan(4);
    for (const route of routes) {
      for (const token of ['', 'a.b', user.jar.get('XSRF-TOKEN') ?? '']) {
        const { status } = await staff(callOf(route, { 'x-xsrf-token': token }));
        expect(status, `${route.methods[0]} ${route.url}`).toBe(419);
      }
    }
  });

  test('takes no body that a form of another site can send', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    for (const route of changing().filter(({ access, schema }) => access.by === 'user' && schema?.body !== undefined)) {
      for (const type of types) {
        const { status } = await user({ ...callOf(route, { 'content-type': type }), body: '{}' });
        expect([403, 404, 409, 415], `${route.methods[0]} ${route.url} as ${type}`).toContain(status);
      }
    }
  });

  test('shares nothing with other origins', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const url of ['/spa/user', '/auth/login', '/api/v1/invoices', '/customer/invoices/x', '/health/live']) {
      for (const method of ['OPTIONS', 'GET'] as const) {
        const answer = await user({ method, url, headers });
        const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
        expect(names, `${method} ${url}`).toEqual([]);
      }
    }
  });
});

describe('hazard 61: session fixation', () => {
  test('a session that an attacker planted is ended by signing in, and never becomes the victim’s', async () => {
    const attacker = await signUp(api);
    const planted = attacker.browser.jar.get('tidegate_session') ?? '';
    const victim = await signUp(api);
    victim.browser.jar.set('tidegate_session', planted);
    await victim.browser({ url: '/auth/csrf-cookie' });
    const body = { email: victim.email, password: GOOD_PASSWORD };
    await expectStatus(200, victim.browser({ url: '/auth/login', body }));
    expect(victim.browser.jar.get('tidegate_session')).not.toBe(planted);
    const who = await attacker.browser({ url: '/spa/user' });
    expect(who.status).toBe(401);
  });

  test('a made-up id is not taken over', async () => {
    const victim = await signUp(api);
    const madeUp = 'A'.repeat(43);
    victim.browser.jar.set('tidegate_session', madeUp);
    await victim.browser({ url: '/auth/csrf-cookie' });
    await expectStatus(
      200,
      victim.browser({ url: '/auth/login', body: { email: victim.email, password: GOOD_PASSWORD } }),
    );
    const thief = await openBrowser(api);
    thief.jar.set('tidegate_session', madeUp);
    expect((await thief({ url: '/spa/user' })).status).toBe(401);
  });

  test('the id is never in an address or a body', async () => {
    const session = user.jar.get('tidegate_session') ?? '';
    const byQuery = await openBrowser(api);
    expect((await byQuery({ url: `/spa/user?tidegate_session=${session}` })).status).not.toBe(200);
    for (const url of ['/spa/user', '/spa/user/sessions', '/spa/merchant/activities']) {
      expect((await user({ url })).text, url).not.toContain(session);
    }
  });
});
