import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';

const empty = mkdtempSync(join(tmpdir(), 'not-built-'));
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ deps: { frontEnds: { invoicePage: empty, admin: empty, site: empty } } });
});
afterAll(async () => {
  await api?.close();
  rmdirSync(empty);
});

test.each(['/dashboard', '/auth/sign-in', '/docs/api', '/docs/api/invoices', '/legal/privacy'])(
  'before the front ends are built, %s says so',
  async (url) => {
    const answer = await api.call({ url, headers: { accept: 'text/html' } });
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('The front end is not built yet.');
  },
);

test('people who need help are led to the support', async () => {
  const answer = await api.call({ url: '/support' });
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe('mailto:support@tidegate.localhost');
});
