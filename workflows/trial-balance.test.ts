import { fileURLToPath } from 'node:url';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLedgerActivities } from '../activities/ledger/trial-balance.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { balances } from '../db/ledger/balances.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { taskQueues, workflowIds, workflowTypes } from './messages.ts';
import type { trialBalanceWorkflow } from './trial-balance.ts';

const { db } = await openTestDatabase();
let temporal: TestEnvironment;

beforeAll(async () => {
  temporal = await openTestTemporal();
});
afterAll(() => temporal?.close());

test('the books are checked again and again, and a mismatch is found while the gateway runs', {
  timeout: 150_000,
}, async () => {
  const worker = await Worker.create({
    ...temporal.worker,
    taskQueue: taskQueues.core,
    workflowsPath: fileURLToPath(new URL('./trial-balance.ts', import.meta.url)),
    activities: createLedgerActivities({ db, checkEveryMs: 20 }),
    shutdownGraceTime: '5 seconds',
  });
  const running = worker.run();
  const handle = await temporal.client.workflow.start<typeof trialBalanceWorkflow>(workflowTypes.trialBalance, {
    workflowId: workflowIds.trialBalance,
    taskQueue: taskQueues.core,
    args: [{ version: 1 }],
  });
  const patience = { timeout: 60_000, interval: 20 };
  const beats = async () =>
    (await handle.describe()).raw.pendingActivities?.[0]?.heartbeatDetails?.payloads?.length ?? 0;
  await vi.waitFor(async () => expect(await beats()).toBe(1), patience);

  await inTransaction(db, async (tx) => {
    await execute(tx, "SET LOCAL session_replication_role = 'replica'");
    await execute(
      tx,
      `INSERT INTO account (owner, mode, asset, kind, may_go_negative, credits_posted)
       VALUES ('somebody', 'sandbox', 'BTC', 'available', false, 5)`,
    );
  });
  await vi.waitFor(async () => {
    expect(await balances(db, { owner: 'somebody', mode: 'sandbox' })).toMatchObject([{ frozen: true }]);
  }, patience);
  expect(await select(db, 'SELECT kind FROM alert WHERE resolved_at IS NULL')).toEqual([{ kind: 'trial_balance' }]);

  worker.shutdown();
  await running;
});
