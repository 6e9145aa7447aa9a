import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAFF_ROLES } from '../../domain/accounts/staff-permissions.ts';
import { newId } from '../../domain/ids.ts';
import { startTestApi, type TestApi, type TestCall } from '../testing/server.fixture.ts';
import { signInStaff } from '../testing/staff.fixture.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const KNOWN: Readonly<Record<string, string>> = { profile: 'sandbox', mode: 'sandbox', network: 'BTC' };

let api: TestApi;
beforeAll(async () => {
  const unlimited = { RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000', RATE_LIMIT_API_PER_MINUTE: '1000000' };
  api = await startTestApi({ env: unlimited });
});
afterAll(() => api.close());

test('a call that names something that does not exist is refused, never answered with a 5xx', async () => {
  const merchant = await api.merchant();
  const callers = [await api.signIn(merchant), (call: TestCall) => api.call({ ...call, as: merchant.token })];
  for (const role of STAFF_ROLES) callers.push((await signInStaff(api, role)).as);
  const shown = api.app.routeTable.filter(({ schema }) => schema?.hide !== true);
  const calls = shown.flatMap(({ url, methods }) =>
    METHODS.filter((method) => /:(?!profile|mode)/.test(url) && methods.includes(method)).map((method) => ({
      method,
      path: url,
      url: url.replaceAll(/:(\w+)/g, (_, name: string) => KNOWN[name] ?? newId()),
      headers: { 'idempotency-key': newId() },
    })),
  );
  const failed = new Set<string>();
  for (const { path, ...call } of calls) {
    for (const as of callers) {
      for (const sent of call.method === 'GET' ? [call] : [call, { ...call, body: {} }]) {
        const { status } = await as(sent);
        if (status >= 500) failed.add(`${call.method} ${path}: ${status}`);
      }
    }
  }
  expect(calls.length).toBeGreaterThan(50);
  expect([...failed]).toEqual([]);
});
