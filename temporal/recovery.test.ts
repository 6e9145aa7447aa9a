import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecoveryDeps, recoverOnce } from '../activities/recovery/activities.ts';
import { makeInvoice, makeShop } from '../db/invoices/testing.fixture.ts';
import { execute, select } from '../db/sql.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { until } from '../scripts/testing/until.ts';
import { runningWorkflows } from './running-workflows.ts';
import { startTestGateway, type TestGateway } from './testing.fixture.ts';

let gateway: TestGateway;
let shop: TestMerchant;
let deps: RecoveryDeps;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await makeShop(gateway.db);
  const running = (ids: readonly string[]) => runningWorkflows(gateway.client, ids);
  deps = { db: gateway.db, nowMs: Date.now, running, confirmAfterMs: 100 };
});
afterAll(() => gateway.close());
beforeEach(() => execute(gateway.db, 'UPDATE alert SET resolved_at = now() WHERE resolved_at IS NULL'));

const { signal } = new AbortController();
const handleOf = (id: string) => gateway.client.workflow.getHandle(`invoice:${id}`);
const isRunning = async (id: string) => (await handleOf(id).describe()).status.name === 'RUNNING';
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

    expect(await recoverOnce(deps, signal)).toEqual({});
    expect(await alerts()).toEqual([]);
  });

  it('lets be what was only on its way, and what is finished by then', async () => {
    const [late, canceled] = [await started(), await started()];
    for (const id of [late, canceled]) await handleOf(id).terminate();
    let looks = 0;
    const running: RecoveryDeps['running'] = async (ids) => {
      looks += 1;
      const found = await deps.running(ids);
      return looks === 1 ? found : new Set([...found, `invoice:${late}`]);
    };
    const checking = recoverOnce({ ...deps, running, confirmAfterMs: 1_000 }, signal);
    await execute(gateway.db, `UPDATE invoice SET status = 'canceled' WHERE id = $1`, [canceled]);
    expect(await checking).toEqual({});
    expect(await alerts()).toEqual([]);
    await execute(gateway.db, `UPDATE invoice SET status = 'canceled' WHERE id = $1`, [late]);
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
});
