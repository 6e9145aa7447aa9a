import { expect, test } from 'vitest';
import { createLedgerActivities } from '../../activities/ledger/trial-balance.ts';
import { execute, select } from '../../db/core/sql.ts';
import { until } from '../../scripts/testing/until.ts';
import { signInAs } from '../testing/accounts.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';

const api = await openTestApi({ env: { TRUST_PROXY: '127.0.0.0/8', RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000' } });

const visitors = async (like: string) =>
  (await select<{ id: string }>(api.db, 'SELECT id FROM visitor WHERE id LIKE $1 ORDER BY id', [like])).map(
    ({ id }) => id,
  );
const visit = (url: string, id: string, headers: Record<string, string> = {}) =>
  api.call({ url, headers: { 'x-visitor-id': id, ...headers } });

test('a fingerprint is recorded on the pages of signing in and with a session, and nowhere else', async () => {
  const { token, user } = await api.merchant();
  for (const [at, url] of [
    '/spa/user',
    '/api/v1/invoices',
    '/customer/invoices/x',
    '/health/live',
    '/staff/auth/me',
  ].entries()) {
    await visit(url, `stranger-${at}`);
  }
  await api.call({ url: '/api/v1/invoices', as: token, headers: { 'x-visitor-id': 'stranger-token' } });
  const browser = await signInAs(api, user);
  await browser({ url: '/spa/user', headers: { 'x-visitor-id': 'person-signed-in' } });
  await visit('/auth/csrf-cookie', 'person-at-sign-in');
  await until(async () => (await visitors('person-%')).length === 2, 'both are recorded');
  expect(await visitors('stranger-%')).toEqual([]);
});

test('one network makes twenty of them a minute, whatever addresses of its /64 it uses', async () => {
  for (let at = 0; at < 40; at += 1) {
    const headers = { 'x-forwarded-for': `2001:db8:5:5::${(at + 1).toString(16)}` };
    expect((await visit('/auth/csrf-cookie', `many-${at}-visitor`, headers)).status).toBe(204);
  }
  await visit('/auth/csrf-cookie', 'neighbor-visitor', { 'x-forwarded-for': '2001:db8:5:6::1' });
  await until(async () => (await visitors('neighbor-%')).length === 1, 'the neighbor is recorded');
  // Each is recorded after its answer, so the neighbor's record may come before the last of these.
  await until(async () => (await visitors('many-%')).length >= 20, 'twenty are recorded');
  expect(await visitors('many-%')).toHaveLength(20);
});

test('who has not come for three months is forgotten', async () => {
  await execute(api.db, `INSERT INTO visitor (id, last_seen_at) VALUES ('old-visitor', now() - interval '91 days')`);
  await execute(api.db, `INSERT INTO visitor (id, last_seen_at) VALUES ('new-visitor', now() - interval '89 days')`);
  await createLedgerActivities({ db: api.db }).removeExpired();
  expect(await visitors('%-visitor')).not.toContain('old-visitor');
  expect(await visitors('%-visitor')).toContain('new-visitor');
});
