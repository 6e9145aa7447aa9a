import { afterAll, describe, expect, test } from 'vitest';
import { startTestApi } from '../testing/server.fixture.ts';

const api = await startTestApi();
afterAll(() => api.close());

describe('text that is longer than its field allows', () => {
  const hostile = [
    ['@', `${'@'.repeat(60_000)} `],
    ['letters', `${'a'.repeat(60_000)} `],
    ['dots', `a@${'a.'.repeat(30_000)}!`],
    ['digits', `${'1'.repeat(60_000)}.`],
  ] as const;

  test.each(hostile)('is refused without being matched (%s)', async (_name, text) => {
    const cookie = (await api.call({ url: '/auth/csrf-cookie' })).headers['set-cookie'];
    const token = /XSRF-TOKEN=([^;]+)/.exec(String(cookie))?.[1] ?? '';
    const headers = { cookie: String(cookie).split(';')[0] ?? '', 'x-xsrf-token': token };
    const before = process.threadCpuUsage();
    const answer = await api.call({ url: '/auth/login', headers, body: { email: text, password: 'x' } });
    const { user } = process.threadCpuUsage(before);
    expect(answer.status).toBe(422);
    expect(answer.json.errors.email).toContain('Must have at most 254 characters.');
    expect(user / 1_000).toBeLessThan(300);
  });
});

test('a query names the parameter that was meant', async () => {
  const { token } = await api.merchant();
  const { status, json } = await api.call({ url: '/api/v1/invoices?limit=5', as: token });
  expect([status, json.errors]).toEqual([422, { limit: ['This field is not known. Did you mean `per_page`?'] }]);
});
