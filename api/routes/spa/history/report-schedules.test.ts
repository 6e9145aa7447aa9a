import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScheduledReportActivities } from '../../../../activities/reports/scheduled.ts';
import { execute } from '../../../../db/core/sql.ts';
import { fund } from '../../../../db/payouts/testing.fixture.ts';
import { reportsTable } from '../../../../db/reports/reports.ts';
import { reportSchedulesTable } from '../../../../db/reports/schedules.ts';
import { testBox } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { periodOf } from '../../../../domain/reports/report-schedules.ts';
import { today } from '../../../../scripts/testing/today.ts';
import { addColleague } from '../../../testing/accounts.fixture.ts';
import { mailsTo } from '../../../testing/mails.fixture.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';

const DAY_MS = 86_400_000;
const daily = { kind: 'balance', period: 'day', time_zone: 'UTC' } as const;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Runs the schedule as of that moment. */
const runAt = (nowMs: number) =>
  createScheduledReportActivities({
    db: api.db,
    box: testBox,
    publicUrl: 'http://localhost:8080',
    nowMs: () => nowMs,
  }).mailDueReports();

test('a report is mailed once for each period, with a link and without money, and fetched by its recipient', async () => {
  const day = await today();
  const shop = await api.merchant();
  await fund(api.db, shop, 'BTC', 123_456n);
  const browser = await api.signIn(shop);
  await execute(api.db, 'UPDATE app_user SET email_verified_at = now() WHERE id = $1', [shop.user.id]);
  const add = () =>
    browser({ url: '/spa/sandbox/report-schedules', body: daily, headers: { 'idempotency-key': 'daily' } });
  const added = await add();
  const again = await add();
  expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', added.text]);
  expect([added.status, added.json.data]).toMatchObject([201, { ...daily, gate_id: null, last_sent_at: null }]);
  const dueMs = periodOf(day, 'day', 'UTC').dueAt.getTime();
  expect(added.json.data.next_at).toBe(new Date(dueMs).toISOString());

  expect(await runAt(dueMs - 1)).toEqual({ mailed: 0, ended: 0 });
  // Two workers at once, and once more.
  const runs = await Promise.all([runAt(dueMs), runAt(dueMs)]);
  runs.push(await runAt(dueMs + 1_000));
  expect(runs.reduce((sum, { mailed }) => sum + mailed, 0)).toBe(1);
  const mails = (await mailsTo(api, shop.user.email)).filter(({ kind }) => kind === 'scheduled_report');
  expect(mails).toHaveLength(1);
  const { values } = mails[0] as { values: Record<string, string> };
  expect(values).toMatchObject({ days: day, stop: 'http://localhost:8080/balance?tab=reports' });
  expect(JSON.stringify(values)).not.toMatch(/123456|0\.00123456/);
  const id = values.url?.split('/').at(-1) ?? '';
  const file = await browser({ url: `/spa/reports/${id}/file` });
  expect(file.text).toContain('BTC,closing,1,0.00123456');
  expect((await api.call({ url: `/spa/reports/${id}/file` })).status).toBe(401);

  // An outage of two days: a report for each, none twice.
  expect((await runAt(dueMs + 2 * DAY_MS)).mailed).toBe(2);
  const reports = await reportsTable.find(api.db, { merchantId: shop.merchantId });
  expect(new Set(reports.map(({ filter }) => filter.date_from)).size).toBe(3);
});

test('one click stops it, also by a person who only receives it; a stranger and another role cannot', async () => {
  const day = await today();
  const shop = await api.merchant();
  const [admin, viewer] = [
    await api.signIn(shop),
    await api.signIn({ ...shop, user: await addColleague(api, shop, 'viewer') }),
  ];
  const mine = await admin({ url: '/spa/sandbox/report-schedules', body: daily });
  const url = `/spa/sandbox/report-schedules/${mine.json.data.id}`;
  const stranger = await api.signIn(await api.merchant());
  for (const as of [viewer, stranger]) expect((await as({ method: 'DELETE', url })).status).toBe(404);
  expect((await viewer({ url: '/spa/sandbox/report-schedules' })).json.data).toEqual([]);
  expect((await admin({ method: 'DELETE', url })).status).toBe(200);
  expect((await admin({ url: '/spa/sandbox/report-schedules' })).json.data).toEqual([]);
  expect((await admin({ method: 'DELETE', url })).status).toBe(404);
  const { dueAt } = periodOf(day, 'day', 'UTC');
  await runAt(dueAt.getTime());
  expect(await mailsTo(api, shop.user.email)).toEqual([]);
});

test('goes to verified members of the team only, and ends when one may not read it any more', async () => {
  const day = await today();
  const shop = await api.merchant();
  const colleague = await addColleague(api, shop, 'viewer');
  const [admin, viewer] = [await api.signIn(shop), await api.signIn({ ...shop, user: colleague })];
  const schedule = (as: typeof admin, more: object) =>
    as({ url: '/spa/sandbox/report-schedules', body: { ...daily, ...more } });
  expect((await schedule(admin, { recipient_id: newId() })).json.errors).toHaveProperty('recipient_id');
  expect((await schedule(viewer, { recipient_id: shop.user.id })).json.errors).toHaveProperty('recipient_id');
  expect((await schedule(admin, { kind: 'statement' })).json.errors).toHaveProperty('gate_id');
  expect((await schedule(admin, { email: 'somebody@else.test' })).status).toBe(422);
  const added = await schedule(admin, { recipient_id: colleague.id });
  expect(added.status).toBe(201);
  await execute(api.db, 'UPDATE app_user SET blocked_at = now() WHERE id = $1', [colleague.id]);
  const { dueAt } = periodOf(day, 'day', 'UTC');
  await runAt(dueAt.getTime());
  const [kept] = await reportSchedulesTable.find(api.db, { id: added.json.data.id });
  expect([kept?.stoppedAt === null, kept?.lastSentAt]).toEqual([false, null]);
  expect((await mailsTo(api, colleague.email)).filter(({ kind }) => kind === 'scheduled_report')).toEqual([]);
});

test('ends when its recipient may work in other shops only, or has no part in the balance of all', async () => {
  const day = await today();
  const shop = await api.merchant();
  const admin = await api.signIn(shop);
  const harbor = (await admin({ url: '/spa/shops', body: { name: 'Harbor' } })).json.data.id;
  const [limited, kept] = [await addColleague(api, shop, 'viewer'), await addColleague(api, shop, 'viewer')];
  const verify = 'UPDATE app_user SET email_verified_at = now() WHERE id = ANY($1::uuid[])';
  await execute(api.db, verify, [[limited.id, kept.id]]);
  const schedule = async (kind: string, recipient_id: string) => {
    const made = await admin({ url: '/spa/sandbox/report-schedules', body: { ...daily, kind, recipient_id } });
    expect(made.status).toBe(201);
    return made.json.data.id as string;
  };
  const ofFirst = await schedule('invoices', limited.id);
  const ofBalance = await schedule('balance', limited.id);
  const ofOther = await schedule('invoices', kept.id);
  await execute(api.db, 'INSERT INTO member_shop (user_id, shop_id) VALUES ($1, $2)', [limited.id, harbor]);
  const { dueAt } = periodOf(day, 'day', 'UTC');
  await runAt(dueAt.getTime());
  const ended = async (id: string) => (await reportSchedulesTable.findOne(api.db, { id }))?.stoppedAt !== null;
  expect(await Promise.all([ofFirst, ofBalance, ofOther].map(ended))).toEqual([true, true, false]);
});

test('a profile has twenty at most', async () => {
  const shop = await api.merchant();
  const browser = await api.signIn(shop);
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1)
    statuses.push((await browser({ url: '/spa/sandbox/report-schedules', body: daily })).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 409]);
});
