import { beforeAll, expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { execute, one } from '../../db/core/sql.ts';
import { until } from '../../scripts/testing/until.ts';
import { cookiesOf } from '../testing/accounts.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import { makeAdmin, makeColleague, type TestPerson } from '../testing/team.fixture.ts';

let origin: string;

const api = await openTestApi({
  deps: { checkSessionsEveryMs: 50 },
  env: { RATE_LIMIT_SIGN_IN_PER_MINUTE: '100', RATE_LIMIT_CUSTOMER_PER_MINUTE: '10000' },
});
beforeAll(async () => {
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});

async function follow({ browser }: TestPerson) {
  const cookie = cookiesOf(browser);
  const answer = await fetch(`${origin}/spa/sandbox/live`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  return async () => {
    while ((await reader?.read())?.done === false);
  };
}

/** Nothing tells of what only the clock or the database changed. */
test.each([
  ['its time is over', 'UPDATE session SET expires_at = now() WHERE user_id = $1'],
  ['nobody called for two hours', `UPDATE session SET last_seen_at = now() - interval '2 hours' WHERE user_id = $1`],
  ['the user is blocked', 'UPDATE app_user SET blocked_at = now() WHERE id = $1'],
  [
    'the merchant is blocked',
    `UPDATE merchant SET status = 'blocked' WHERE id = (SELECT merchant_id FROM app_user WHERE id = $1)`,
  ],
])('a live stream ends when %s', async (_why, sql) => {
  const [person, other] = [await makeAdmin(api), await makeAdmin(api)];
  const [ended, othersEnded] = [await follow(person), await follow(other)];
  await execute(api.db, sql, [person.id]);
  await ended();
  expect(api.app.eventStreams.count).toBeGreaterThan(0);
  await execute(api.db, 'DELETE FROM session WHERE user_id = $1', [other.id]);
  await othersEnded();
});

test('watching a stream is no use of the session', async () => {
  const person = await makeAdmin(api);
  const ended = await follow(person);
  await execute(api.db, `UPDATE session SET last_seen_at = now() - interval '7199 seconds' WHERE user_id = $1`, [
    person.id,
  ]);
  await ended();
});

test('a page that leaves before its stream opens keeps no place', async () => {
  const { browser } = await makeAdmin(api);
  const headers = { cookie: cookiesOf(browser) };
  await until(async () => api.app.eventStreams.count === 0, 'the streams of other tests have ended');
  await inTransaction(api.db, async (tx) => {
    await execute(tx, 'LOCK TABLE session IN ACCESS EXCLUSIVE MODE');
    const leaving = new AbortController();
    const requested = [1, 2, 3].map(() =>
      fetch(`${origin}/spa/sandbox/live`, { headers, signal: leaving.signal }).catch(() => null),
    );
    await until(async () => (await waitingForSessions(tx)) >= 3, 'their sessions are being read');
    leaving.abort();
    await Promise.all(requested);
  });
  const opened = await fetch(`${origin}/spa/sandbox/live`, { headers });
  expect(opened.status).toBe(200);
  await until(async () => api.app.eventStreams.count === 1, 'only the page that is still there has a stream');
  await opened.body?.cancel();
});

async function waitingForSessions(tx: Tx): Promise<number> {
  const sql = "SELECT count(*)::int AS calls FROM pg_locks WHERE NOT granted AND relation = 'session'::regclass";
  return (await one<{ calls: number }>(tx, sql)).calls;
}

test('one person or one merchant can open only a few streams, and others are still served', async () => {
  const [person, other] = [await makeAdmin(api), await makeAdmin(api)];
  const colleagues = [];
  for (let each = 0; each < 5; each += 1) colleagues.push(await makeColleague(api, person, 'viewer'));
  const streams = new AbortController();
  // A response that nothing refers to is collected, which ends its stream.
  const kept: Response[] = [];
  const open = async ({ browser }: TestPerson, { signal } = streams) => {
    const cookie = cookiesOf(browser);
    const answer = await fetch(`${origin}/spa/sandbox/live`, { headers: { cookie }, signal });
    kept.push(answer);
    return answer.status;
  };
  const openAll = async (by: TestPerson, count: number) => {
    for (let each = 0; each < count; each += 1) expect(await open(by)).toBe(200);
  };
  await openAll(person, 30);
  expect(await open(person)).toBe(429);
  for (const colleague of colleagues.slice(0, 4)) await openAll(colleague, 30);
  const [last = person] = colleagues.slice(4);
  expect(await open(last)).toBe(429);
  expect(await open(other)).toBe(200);
  streams.abort();
  const later = new AbortController();
  await until(async () => (await open(last, later)) === 200, 'the places are free again');
  later.abort();
});
