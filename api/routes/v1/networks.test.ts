import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../domain/ids.ts';
import { openBrowser, signUp } from '../../testing/accounts.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { openStaffBrowser } from '../../testing/staff.fixture.ts';

let api: TestApi;

beforeAll(async () => {
  const env = { TRUST_PROXY: '127.0.0.0/8', RATE_LIMIT_SIGN_IN_PER_MINUTE: '2', RATE_LIMIT_CUSTOMER_PER_MINUTE: '60' };
  api = await startTestApi({ env });
});
afterAll(() => api.close());

let networks = 0;
/** Every call comes from another address of one /64. */
function fromOneNetwork(): () => { 'x-forwarded-for': string } {
  networks += 1;
  let addresses = 0;
  return () => {
    addresses += 1;
    return { 'x-forwarded-for': `2001:db8:${networks.toString(16)}:9::${addresses.toString(16)}` };
  };
}

/** After how many calls the network is refused. */
async function untilRefused(call: (at: number) => Promise<{ readonly status: number }>): Promise<number> {
  for (let at = 0; at < 100; at += 1) if ((await call(at)).status === 429) return at;
  return Number.POSITIVE_INFINITY;
}

describe('a limit per address counts a whole /64', () => {
  test('of signing in', async () => {
    const [here, browser] = [fromOneNetwork(), await openBrowser(api)];
    const body = () => ({ email: `${newId()}@x.test`, password: 'guess' });
    expect(await untilRefused(() => browser({ url: '/auth/login', body: body(), headers: here() }))).toBeLessThan(11);
  });

  test('of asking for mails', async () => {
    const [here, browser] = [fromOneNetwork(), await openBrowser(api)];
    const ask = () => browser({ url: '/auth/password/forgot', body: { email: `${newId()}@x.test` }, headers: here() });
    expect(await untilRefused(ask)).toBe(10);
  });

  test('of signing in to the console, and of its links', async () => {
    const as = await openStaffBrowser(api);
    const [here, there] = [fromOneNetwork(), fromOneNetwork()];
    const body = () => ({ email: `${newId()}@staff.test`, password: 'guess' });
    expect(await untilRefused(() => as({ url: '/staff/auth/login', body: body(), headers: here() }))).toBe(10);
    const link = { token: 'x'.repeat(43) };
    expect(await untilRefused(() => as({ url: '/staff/auth/link', body: link, headers: there() }))).toBe(10);
  });

  test('of calls without a token', async () => {
    const here = fromOneNetwork();
    expect(await untilRefused(() => api.call({ url: '/api/v1/invoices', headers: here() }))).toBe(60);
  });
});

test('a browser that its owner used is not stopped by what others try from its address', async () => {
  const { browser, email } = await signUp(api);
  const here = fromOneNetwork();
  const stranger = await openBrowser(api);
  const logIn = (as: typeof browser, address: string, password: string) =>
    as({ url: '/auth/login', body: { email: address, password }, headers: here() });
  expect(await untilRefused(() => logIn(stranger, `${newId()}@x.test`, 'guess'))).toBeLessThan(11);
  expect((await logIn(browser, email, 'Harbour-lights-7')).status).toBe(200);
});
