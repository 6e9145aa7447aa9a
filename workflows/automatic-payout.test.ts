import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { sealMethod } from '../db/outflows/method-seal.ts';
import { payAutomatically } from '../db/payout-methods/automatic.ts';
import { setMethodSchedule } from '../db/payout-methods/schedule.ts';
import { fund, mismatches, moneyOf, RECIPIENTS, testPayoutSettings } from '../db/payouts/testing.fixture.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import { automaticWithdrawals } from '../db/withdrawals/automatic.ts';
import { testWithdrawalSettings } from '../db/withdrawals/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { workflowIds } from './messages.ts';
import { TestSending } from './payout-doubles.fixture.ts';

let gateway: TestGateway;
let shop: TestMerchant;
const sending = new TestSending();

beforeAll(async () => {
  gateway = await startTestGateway({ plans: (db) => sending.plans(db) });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  shop = await makeMerchant(gateway.db);
});
afterEach(async () => expect(await mismatches(gateway.db)).toEqual([]));

/** Writes the method's row and tells its schedule, in one transaction, as every change of a method does. */
async function setMethod(id: string, change: string): Promise<void> {
  await inTransaction(gateway.db, async (tx) => {
    await execute(tx, `UPDATE payment_method SET ${change} WHERE id = $1`, [id]);
    await sealMethod(tx, testPayoutSettings.methodSeal, id);
    await setMethodSchedule(tx, { id });
  });
}

async function makeMethod(period: 'day' | 'week' | 'month' = 'day'): Promise<string> {
  const id = newId();
  await inTransaction(gateway.db, async (tx) => {
    await execute(
      tx,
      `INSERT INTO payment_method (id, merchant_id, profile_id, mode, operation, type, status, title, gate_id,
       address, address_key, automatic,
         period, ownership_confirmed_at, correct_confirmed_at, created_by, changed_by)
       VALUES ($1, $2, $3, 'sandbox', 'payout', 'crypto', 'active', 'Treasury', 'BTC', $4, $4, true, $5, now(),
       now(), 'ada', 'ada')`,
      [id, shop.merchantId, shop.profileId, RECIPIENTS.BTC, period],
    );
    await sealMethod(tx, testPayoutSettings.methodSeal, id);
    await setMethodSchedule(tx, { id });
  });
  return id;
}

const scheduleOf = (id: string) => gateway.client.schedule.getHandle(workflowIds.automaticPayout(id));
const described = (id: string) => scheduleOf(id).describe();
const runsOf = (id: string) =>
  select<{ payout_id: string | null; words: string }>(
    gateway.db,
    'SELECT payout_id, words FROM automatic_payout WHERE method_id = $1 ORDER BY scheduled_at',
    [id],
  );
const pay = (methodId: string, scheduledAt: Date) =>
  payAutomatically(gateway.db, testPayoutSettings, { methodId, scheduledAt, nowMs: Date.now() }, withdraw);
const withdraw = automaticWithdrawals(testWithdrawalSettings);

describe('the schedule of an automatic method', () => {
  it('is made, changed, paused, resumed and deleted with its row', async () => {
    const id = await makeMethod('week');
    await until(async () => !(await described(id)).state.paused, 'it is there');
    const made = await described(id);
    expect(made.policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 7 * 86_400_000 });
    expect(made.spec.calendars?.[0]?.dayOfWeek).toMatchObject([{ start: 'MONDAY' }]);
    await setMethod(id, `status = 'paused'`);
    await until(async () => (await described(id)).state.paused, 'it is paused');
    expect((await described(id)).state.note).toBe('The method is paused.');
    await setMethod(id, `status = 'active', period = 'month'`);
    await until(async () => !(await described(id)).state.paused, 'it is resumed');
    const monthly = await described(id);
    expect(monthly.spec.calendars?.[0]?.dayOfMonth).toMatchObject([{ start: 1 }]);
    expect(monthly.policies.catchupWindow).toBe(28 * 86_400_000);
    await setMethod(id, `status = 'deleted'`);
    await until(
      () =>
        described(id).then(
          () => false,
          (error: Error) => error.name === 'ScheduleNotFoundError',
        ),
      'it is gone',
    );
  });

  it('ends as the newest row says, however many changes arrive at once', async () => {
    const id = await makeMethod();
    await Promise.all(
      ['paused', 'active', 'paused', 'active', 'paused'].map((status) => setMethod(id, `status = '${status}'`)),
    );
    await setMethod(id, 'automatic = false, period = NULL');
    await until(async () => {
      const left = await select(gateway.db, `SELECT 1 FROM outbox WHERE topic = 'workflow.schedule'`);
      return left.length === 0;
    }, 'all is told');
    await expect(described(id)).rejects.toMatchObject({ name: 'ScheduleNotFoundError' });
  });

  it('pays the whole balance when it is due, by a payout of its own', async () => {
    await fund(gateway.db, shop, 'BTC', 500_000n);
    const id = await makeMethod();
    await until(async () => !(await described(id)).state.paused, 'it is there');
    await scheduleOf(id).trigger();
    await until(async () => (await runsOf(id)).length === 1, 'it paid');
    const [run] = await runsOf(id);
    expect(run?.words).toContain('Paid 0.00500000 BTC by payout');
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 0n, held: 500_000n });
    const payout = gateway.client.workflow.getHandle(`payout:${run?.payout_id}`);
    await until(async () => (await payout.describe()).historyLength > 4, 'its payout goes on');
    const [recent] = (await described(id)).info.recentActions;
    const action = recent?.action.workflow.workflowId ?? '';
    expect(action).toContain(`automatic-payout:${id}-`);
    const metadata = await gateway.client.workflow
      .getHandle(action)
      .query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(metadata.currentDetails).toBe(run?.words);
  });
});

describe('a scheduled time', () => {
  it('makes one payout, however often and simultaneously it is requested', async () => {
    await fund(gateway.db, shop, 'BTC', 500_000n);
    const id = await makeMethod();
    const due = new Date('2026-11-21T02:00:00Z');
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id, due)));
    expect(new Set(answers.map(({ payoutId }) => payoutId)).size).toBe(1);
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 0n, held: 500_000n });
    await fund(gateway.db, shop, 'BTC', 300_000n);
    expect(await pay(id, due)).toEqual(answers[0]);
    const next = await pay(id, new Date('2026-11-22T02:00:00Z'));
    expect(next.payoutId).not.toBe(answers[0]?.payoutId);
  });

  it('makes none under the minimum, for a paused method or a new address, and says so', async () => {
    await fund(gateway.db, shop, 'BTC', 3_000n);
    const id = await makeMethod();
    const at = (day: number) => pay(id, new Date(Date.UTC(2026, 10, day)));
    expect(await at(1)).toMatchObject({
      payoutId: null,
      words: expect.stringMatching(/the balance of 0\.00003000 BTC is below the minimum of 0\.00004000 BTC\./),
    });
    await fund(gateway.db, shop, 'BTC', 500_000n);
    await setMethod(id, `status = 'paused'`);
    expect((await at(2)).words).toContain('Nothing was paid: the method is paused.');
    await setMethod(id, `status = 'active'`);
    await execute(
      gateway.db,
      `INSERT INTO payout_address (profile_id, network, address_key, usable_from, address)
       VALUES ($1, 'BTC', $2, now() + interval '1 day', $2)`,
      [shop.profileId, RECIPIENTS.BTC],
    );
    expect((await at(3)).words).toContain('the address is new and cannot be paid until');
    await execute(gateway.db, 'DELETE FROM payout_address WHERE profile_id = $1', [shop.profileId]);
    await execute(gateway.db, `UPDATE merchant SET status = 'blocked' WHERE id = $1`, [shop.merchantId]);
    expect((await at(4)).payoutId).toBeNull();
    await execute(gateway.db, `UPDATE merchant SET status = 'verified' WHERE id = $1`, [shop.merchantId]);
    expect((await at(5)).payoutId).not.toBeNull();
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 0n, held: 503_000n });
  });
});

describe('a run that was missed', () => {
  it('is made once Temporal is back, by the server itself, and says that it is late', async () => {
    await fund(gateway.db, shop, 'BTC', 500_000n);
    const id = await makeMethod('month');
    await until(async () => !(await described(id)).state.paused, 'it is there');
    const [from, to] = ['2026-11-01T00:00:00Z', '2026-11-01T04:00:00Z'].map((text) => new Date(text));
    if (from === undefined || to === undefined) throw new Error('There is a time.');
    // The server's own catch-up for the time that it was away.
    await scheduleOf(id).backfill({ start: from, end: to, overlap: 'SKIP' });
    await until(async () => (await runsOf(id)).length === 1, 'it paid');
    expect((await runsOf(id))[0]?.words).toMatch(/^Paid .* It was due on 2026-11-01 02:0\d UTC and is late, /);
  });

  it('says so too when nothing is paid, and not when it is on time', async () => {
    const id = await makeMethod();
    const nowMs = Date.parse('2026-11-21T02:09:00Z');
    const run = (scheduledAt: Date) =>
      payAutomatically(gateway.db, testPayoutSettings, { methodId: id, scheduledAt, nowMs }, withdraw);
    const late = ' It was due on 2026-11-20 20:00 UTC and is late, because the gateway was interrupted then.';
    expect((await run(new Date('2026-11-20T20:00:00Z'))).words).toMatch(new RegExp(`^Nothing was paid: .*[.]${late}$`));
    expect((await run(new Date('2026-11-21T02:00:00Z'))).words).not.toContain('late');
    await setMethod(id, `status = 'paused'`);
    expect((await run(new Date('2026-11-20T20:01:00Z'))).words).toContain('the method is paused. It was due on');
  });
});

it('pays as much of the balance as the bounds of hour and day still let through', async () => {
  await fund(gateway.db, shop, 'BTC', 500_000n);
  const id = await makeMethod();
  const sql = `INSERT INTO payout_limit (scope, gate_id, hourly_minor, daily_minor) VALUES ($1, 'BTC', 120000, 122000)`;
  await execute(gateway.db, sql, [shop.merchantId]);
  const words = async (day: number) => (await pay(id, new Date(Date.UTC(2026, 10, day)))).words;
  expect(await words(1)).toContain('Paid 0.00120000 BTC by payout');
  // The recipient got less than the amount: the difference is left of the hourly limit.
  expect(await words(2)).toContain('Nothing was paid: the hourly or daily payout limit is used up.');
  await execute(gateway.db, `UPDATE payout SET created_at = created_at - interval '2 hours' WHERE merchant_id = $1`, [
    shop.merchantId,
  ]);
  expect(await words(3)).toContain('Paid 0.00004360 BTC by payout');
  expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 375_640n, held: 124_360n });
});

describe('short periods of the sandbox', () => {
  it('pay again and again', async () => {
    const hurried = await startTestGateway({ plans: (db) => new TestSending().plans(db), sandboxPeriodSeconds: 1 });
    const before = gateway;
    gateway = hurried;
    try {
      shop = await makeMerchant(hurried.db);
      await fund(hurried.db, shop, 'BTC', 500_000n);
      const id = await makeMethod('month');
      await until(async () => (await runsOf(id)).some(({ payout_id }) => payout_id !== null), 'it paid');
      await fund(hurried.db, shop, 'BTC', 300_000n);
      await until(
        async () => (await runsOf(id)).filter(({ payout_id }) => payout_id !== null).length === 2,
        'it paid again',
      );
      await setMethod(id, `status = 'deleted'`);
      await until(
        () =>
          described(id).then(
            () => false,
            () => true,
          ),
        'it is gone',
      );
    } finally {
      gateway = before;
      await hurried.close();
    }
  });
});
