import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecoveryDeps, recoverOnce } from '../activities/recovery/activities.ts';
import { recoverablesOf, type TemporalView } from '../activities/recovery/recoverables.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { readInvoice } from '../db/invoices/read.ts';
import { makeInvoice, makeShop, paymentsChanged, recordPayment } from '../db/invoices/testing.fixture.ts';
import { makeMass, massCells, runMass } from '../db/mass-payouts/testing.fixture.ts';
import { outboxBacklog } from '../db/monitoring/health.ts';
import { setMethodSchedule } from '../db/payout-methods/schedule.ts';
import { makeAutomaticMethod } from '../db/payout-methods/testing.fixture.ts';
import { fund } from '../db/payouts/testing.fixture.ts';
import { restartAll, skipAllVersions } from '../db/processes.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { openDeliveries } from '../db/webhooks/deliveries.ts';
import { newId } from '../domain/ids.ts';
import { until } from '../scripts/testing/until.ts';
import { type ProcessReport, workflowIds } from '../workflows/messages.ts';
import { temporalView } from './temporal-view.ts';
import { startTestGateway, type TestGateway } from './testing.fixture.ts';

let gateway: TestGateway;
let shop: TestMerchant;
let view: TemporalView;
let deps: RecoveryDeps;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await makeShop(gateway.db, { profile: { notificationUrl: 'https://shop.example/hook' } });
  view = temporalView(gateway.client);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  deps = depsWith(view);
  await execute(gateway.db, 'UPDATE alert SET resolved_at = now() WHERE resolved_at IS NULL');
});

function depsWith(temporal: TemporalView): RecoveryDeps {
  return { db: gateway.db, recoverables: recoverablesOf(gateway.db, temporal), nowMs: Date.now, confirmAfterMs: 100 };
}

const { signal } = new AbortController();
const handleOf = (id: string) => gateway.client.workflow.getHandle(`invoice:${id}`);
const runs = async (workflowId: string) =>
  (await gateway.client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
const isRunning = (id: string) => runs(`invoice:${id}`);
const alerts = () =>
  select<{ message: string }>(
    gateway.db,
    `SELECT message FROM alert WHERE kind = 'workflows_missing' AND resolved_at IS NULL`,
  );
const started = async () => {
  const invoice = await makeInvoice(gateway.db, shop);
  await until(() => isRunning(invoice.id), 'the workflow was started');
  return invoice.id;
};
const cancel = (id: string) => execute(gateway.db, `UPDATE invoice SET status = 'canceled' WHERE id = $1`, [id]);

/** As if the broker or Temporal had lost every signal of the work. */
async function losingSignals(work: () => Promise<unknown>): Promise<void> {
  await execute(gateway.db, `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
  await execute(
    gateway.db,
    `CREATE TRIGGER lose BEFORE INSERT ON outbox
       FOR EACH ROW WHEN (NEW.topic = 'workflow.signal') EXECUTE FUNCTION lose()`,
  );
  try {
    await work();
  } finally {
    await execute(gateway.db, 'DROP FUNCTION lose CASCADE');
  }
}

describe('recovery', () => {
  it('starts what is missing, says so to operators, and is content once all is there', async () => {
    const [lost, kept] = [await started(), await started()];
    await handleOf(lost).terminate();
    const { historyLength } = await handleOf(kept).describe();
    expect(await recoverOnce(deps, signal)).toEqual({ invoice: 1 });
    await until(() => isRunning(lost), 'the workflow is back');
    expect(await alerts()).toEqual([
      { message: 'Workflows were missing and have been started from their rows: 1 × invoice.' },
    ]);
    expect(await handleOf(kept).describe()).toMatchObject({ historyLength });

    for (const id of [lost, kept]) await handleOf(id).terminate();
    expect(await recoverOnce(deps, signal)).toEqual({ invoice: 2 });
    await until(() => isRunning(kept), 'the workflow is back');
    expect(await alerts()).toEqual([
      { message: 'Workflows were missing and have been started from their rows: 2 × invoice.' },
    ]);

    expect(await recoverOnce(deps, signal)).toEqual({});
    expect(await alerts()).toEqual([]);
  });

  it('lets be what was only on its way, and what is finished by then', async () => {
    const [late, canceled] = [await started(), await started()];
    for (const id of [late, canceled]) await handleOf(id).terminate();
    let looks = 0;
    const running: TemporalView['running'] = async (ids) => {
      looks += 1;
      const found = await view.running(ids);
      return looks === 1 ? found : new Set([...found, `invoice:${late}`]);
    };
    const checking = recoverOnce({ ...depsWith({ ...view, running }), confirmAfterMs: 1_000 }, signal);
    await cancel(canceled);
    expect(await checking).toEqual({});
    expect(await alerts()).toEqual([]);
    await cancel(late);
  });

  it('waits while the outbox is behind: the starts are still in it', async () => {
    const lost = await started();
    await handleOf(lost).terminate();
    await execute(
      gateway.db,
      `INSERT INTO outbox (event_id, topic, payload, created_at, available_at)
       VALUES ($1, 'workflow.start', '{}', now() - interval '1 minute', now() + interval '1 hour')`,
      [randomUUID()],
    );
    expect(await recoverOnce(deps, signal)).toEqual({});
    expect(await isRunning(lost)).toBe(false);
    await execute(gateway.db, 'DELETE FROM outbox');
    expect(await recoverOnce(deps, signal)).toEqual({ invoice: 1 });
  });

  it('does not wait for other messages, such as an email that is sent again later', async () => {
    const lost = await started();
    await handleOf(lost).terminate();
    await execute(
      gateway.db,
      `INSERT INTO outbox (event_id, topic, payload, created_at, available_at)
       VALUES ($1, 'mail.send', '{}', now() - interval '1 minute', now() + interval '1 hour')`,
      [randomUUID()],
    );
    expect(await recoverOnce(deps, signal)).toEqual({ invoice: 1 });
    await until(() => isRunning(lost), 'the workflow is back');
    await until(async () => (await outboxBacklog(gateway.db)).rows === 0, 'only the email is left, and is not late');
    await execute(gateway.db, 'DELETE FROM outbox');
  });
});

describe('a confirmed payment that nobody watches', () => {
  /** Paid in full and confirmed, and no signal of it arrived. */
  async function payUnheard(id: string): Promise<void> {
    const { quote } = await readInvoice(gateway.db, id);
    await losingSignals(async () => {
      await recordPayment(gateway.db, { invoiceId: id, minor: quote?.amountDueMinor ?? 0n, status: 'confirmed' });
      await paymentsChanged(gateway.db, id);
    });
    expect(await readInvoice(gateway.db, id)).toMatchObject({ status: 'confirming', amountSettledMinor: 0n });
  }
  const isSettled = async (id: string) => (await readInvoice(gateway.db, id)).status === 'done';

  it('is settled if its workflow is gone', async () => {
    const id = await started();
    await handleOf(id).terminate();
    await payUnheard(id);
    expect(await recoverOnce(deps, signal)).toEqual({ invoice: 1 });
    await until(() => isSettled(id), 'it is settled');
  });

  it('is settled if its workflow sleeps until the deadline and missed the signal', async () => {
    const id = await started();
    await payUnheard(id);
    // The signal of a moment ago may still be on its way.
    expect(await recoverOnce(deps, signal)).toEqual({});
    const later = { ...deps, nowMs: () => Date.now() + 130_000 };
    expect(await recoverOnce(later, signal)).toEqual({ invoice: 1 });
    await until(() => isSettled(id), 'it is settled');
    expect(await recoverOnce(later, signal)).toEqual({});
  });

  it('is signaled once and not every minute if its workflow cannot settle it', async () => {
    const id = await started();
    await gateway.pause();
    await payUnheard(id);
    const later = { ...deps, nowMs: () => Date.now() + 130_000 };
    expect(await recoverOnce(later, signal)).toEqual({ invoice: 1 });
    expect(await recoverOnce(later, signal)).toEqual({});
    await gateway.resume();
    await until(() => isSettled(id), 'it is settled');
  });
});

describe('a workflow that outlived a restore of the database', () => {
  it('follows its row again, although it knows later versions than the row has', async () => {
    const id = await started();
    const { quote } = await readInvoice(gateway.db, id);
    // An update that the workflow learned of after the moment that the database goes back to.
    await execute(gateway.db, 'UPDATE invoice SET version = 50 WHERE id = $1', [id]);
    await restartAll(gateway.db, Date.now());
    const versionKnown = async () => (await handleOf(id).query<ProcessReport>('invoice')).watch.version;
    await until(async () => (await versionKnown()) === 50, 'the workflow has heard of it');
    await execute(gateway.db, 'UPDATE invoice SET version = 1 WHERE id = $1', [id]);

    await inTransaction(gateway.db, skipAllVersions);
    await restartAll(gateway.db, Date.now());
    const minor = quote?.amountDueMinor ?? 0n;
    await recordPayment(gateway.db, { invoiceId: id, minor, status: 'confirmed' });
    await paymentsChanged(gateway.db, id);
    await until(async () => (await readInvoice(gateway.db, id)).status === 'done', 'it is settled');
  });
});

describe('recovery beyond the processes', () => {
  it('continues webhooks that are still to be retried with the pauses that remain', async () => {
    const [retrying, delivered] = [newId(), newId()];
    for (const eventId of [retrying, delivered]) {
      const sql = `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, 'invoice.done', $3, '{}')`;
      await execute(gateway.db, sql, [eventId, shop.profileId, newId()]);
      await openDeliveries(gateway.db, [{ eventId, url: null }]);
    }
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    await execute(
      gateway.db,
      `UPDATE webhook_delivery SET status = 'retrying', attempt_count = 9, next_attempt_at = $2 WHERE event_id = $1`,
      [retrying, nextAttemptAt],
    );
    await execute(gateway.db, `UPDATE webhook_delivery SET status = 'delivered' WHERE event_id = $1`, [delivered]);
    expect(await recoverOnce(deps, signal)).toEqual({ webhook: 1 });
    await until(() => runs(`webhook:${retrying}`), 'the webhook is continued');
    const handle = gateway.client.workflow.getHandle(`webhook:${retrying}`);
    const { events } = await handle.fetchHistory();
    const started = events?.find((event) => event.workflowExecutionStartedEventAttributes);
    const payload = started?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
    const input = JSON.parse(Buffer.from(payload ?? []).toString()) as { pausesSeconds: number[] };
    expect(input.pausesSeconds).toEqual([expect.any(Number), 22 * 3_600, 27 * 3_600]);
    expect(input.pausesSeconds[0]).toBeGreaterThan(3_500);
    expect(await recoverOnce(deps, signal)).toEqual({});
    await handle.terminate();
    await execute(gateway.db, `UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL`);
  });

  it('starts slices of mass payouts whose lines wait to be signed together', async () => {
    await fund(gateway.db, shop, 'BTC', 10_000_000n);
    const { id } = await makeMass(
      gateway.db,
      shop,
      [1, 2, 3].map((at) => massCells(at)),
    );
    await runMass(gateway.db, shop, id);
    const workflowId = `mass-payout:${id}:1`;
    await until(() => runs(workflowId), 'the slice has its workflow');
    await gateway.client.workflow.getHandle(workflowId).terminate();
    expect(await recoverOnce(deps, signal)).toEqual({ mass_slice: 1 });
    await until(() => runs(workflowId), 'the slice has its workflow again');
    expect(await recoverOnce(deps, signal)).toEqual({});
    await gateway.client.workflow.getHandle(workflowId).terminate();
    await execute(gateway.db, `UPDATE payout SET status = 'canceled', hold = 'voided' WHERE mass_payout_id = $1`, [id]);
    await execute(gateway.db, `UPDATE mass_payout SET status = 'error' WHERE id = $1`, [id]);
  });

  it('makes schedules that are missing or differ from their method, and removes those without one', async () => {
    const method = await makeAutomaticMethod(gateway.db, shop);
    const schedule = gateway.client.schedule.getHandle(workflowIds.automaticPayout(method));
    const noteIs = (note: string) => async () => (await schedule.describe()).state.note === note;
    const isGone = () =>
      schedule.describe().then(
        () => false,
        (error: Error) => error.name === 'ScheduleNotFoundError',
      );
    await inTransaction(gateway.db, (tx) => setMethodSchedule(tx, { id: method }));
    await until(noteIs('The method is active and pays each week, even if late.'), 'it is there');

    await schedule.delete();
    expect(await recoverOnce(deps, signal)).toEqual({ automatic_payout: 1 });
    await until(noteIs('The method is active and pays each week, even if late.'), 'it is back');

    await execute(gateway.db, `UPDATE payment_method SET period = 'month' WHERE id = $1`, [method]);
    expect(await recoverOnce(deps, signal)).toEqual({ automatic_payout: 1 });
    await until(noteIs('The method is active and pays each month, even if late.'), 'it pays each month');

    await schedule.pause('The owner called.');
    await until(async () => (await view.methodSchedules()).get(method) === 'The owner called.', 'it is listed so');
    expect(await recoverOnce(deps, signal)).toEqual({});

    await execute(gateway.db, `UPDATE payment_method SET status = 'deleted' WHERE id = $1`, [method]);
    expect(await recoverOnce(deps, signal)).toEqual({ automatic_payout: 1 });
    await until(isGone, 'it is gone');
  });
});
