import { expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { execute, one } from '../../db/core/sql.ts';
import { until } from '../../scripts/testing/until.ts';
import { cookiesOf, signInAs } from '../testing/accounts.fixture.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';

const api = await openTestApi({ env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000' } });

async function waiting(tx: Tx): Promise<number> {
  const sql = "SELECT count(*)::int AS calls FROM pg_locks WHERE NOT granted AND relation = 'report'::regclass";
  return (await one<{ calls: number }>(tx, sql)).calls;
}

/** As many as the process has connections to the database, and more. */
const FLOOD = 14;

test('a client with many requests at once waits for its own turn, and others are answered meanwhile', async () => {
  const [busy, calm] = [await api.merchant(), await api.merchant()];
  const [asBusy, asCalm] = [await api.signIn(busy), await api.signIn(calm)];
  const body = { kind: 'transactions', time_zone: 'UTC' };
  const { json } = await asBusy({ url: '/spa/sandbox/reports', body });
  const url = `/spa/reports/${json.data.id}`;
  const flood = await inTransaction(api.db, async (tx) => {
    await execute(tx, 'LOCK TABLE report IN ACCESS EXCLUSIVE MODE');
    const requested = Array.from({ length: FLOOD }, () => asBusy({ url }));
    await until(async () => (await waiting(tx)) >= 6, 'those whose turn it is wait for the table');
    const answer = await Promise.race([asCalm({ url: '/spa/user' }), Promise.all(requested).then(() => null)]);
    expect(answer?.status).toBe(200);
    return requested;
  });
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array.from({ length: FLOOD }, () => 200));
});

test('a client with far too many requests is answered when to retry', async () => {
  const shop = await api.merchant();
  const as = await api.signIn(shop);
  const { json } = await as({ url: '/spa/sandbox/reports', body: { kind: 'transactions', time_zone: 'UTC' } });
  const url = `/spa/reports/${json.data.id}`;
  const flood = await inTransaction(api.db, async (tx) => {
    await execute(tx, 'LOCK TABLE report IN ACCESS EXCLUSIVE MODE');
    const requested = Array.from({ length: 120 }, () => as({ url }));
    const first = await Promise.race(requested);
    expect([first.status, first.headers['retry-after']]).toEqual([429, '1']);
    // The others come while the table is locked, so none of them finds a turn that has ended.
    let refused = 0;
    for (const answer of requested) void answer.then(({ status }) => (refused += status === 429 ? 1 : 0));
    await until(async () => refused >= 14, 'all who are too many are refused');
    return requested;
  });
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  expect((await as({ url })).status).toBe(200);
});

test('callers who leave before their session is read keep no turn', async () => {
  const shop = await api.merchant();
  const browser = await signInAs(api, shop.user);
  const headers = { cookie: cookiesOf(browser), 'x-visitor-id': browser.visitorId };
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const ask = (signal?: AbortSignal) => fetch(`${origin}/spa/user`, { headers, signal });
  expect((await ask()).status).toBe(200);
  await inTransaction(api.db, async (tx) => {
    await execute(tx, 'LOCK TABLE session IN ACCESS EXCLUSIVE MODE');
    const leaving = new AbortController();
    const requested = Array.from({ length: FLOOD }, () => ask(leaving.signal).catch(() => null));
    await until(async () => (await waitingForSessions(tx)) >= 5, 'their sessions are being read');
    leaving.abort();
    await Promise.all(requested);
  });
  const answers = await Promise.all(Array.from({ length: FLOOD }, () => ask(AbortSignal.timeout(20_000))));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: FLOOD }, () => 200));
});

async function waitingForSessions(tx: Tx): Promise<number> {
  const sql = "SELECT count(*)::int AS calls FROM pg_locks WHERE NOT granted AND relation = 'session'::regclass";
  return (await one<{ calls: number }>(tx, sql)).calls;
}
