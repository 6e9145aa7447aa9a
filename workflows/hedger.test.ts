import { fileURLToPath } from 'node:url';
import { CancelledFailure, WorkflowFailedError } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTestRates, startSimulatedExchange } from '../activities/exchanges/exchanges.fixture.ts';
import { createTreasuryActivities } from '../activities/treasury/activities.ts';
import { expectAgreement, leavePosition, openAccounts, positionNow } from '../activities/treasury/treasury.fixture.ts';
import { execute } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { exchangeChecksTable } from '../db/treasury/rows.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { testConfig } from '../settings/config.fixture.ts';
import type { hedgerWorkflow } from './hedger.ts';
import { taskQueues, workflowIds, workflowTypes } from './messages.ts';
import type { treasuryWorkflow } from './treasury.ts';

const { db } = await openTestDatabase();
await setTestRates(db);
const simulated = await startSimulatedExchange(db, 'binance', { timeoutMs: 5_000 });
const exchanges = [simulated.exchange];
let temporal: TestEnvironment;

beforeAll(async () => {
  temporal = await openTestTemporal();
});
afterAll(async () => {
  await temporal?.close();
  await simulated.simulator.close();
});

test('a position is hedged while workers come and go, and exchanges are compared', async () => {
  await openAccounts(db, exchanges);
  const of = () => exchanges;
  const work = () =>
    Worker.create({
      ...temporal.worker,
      taskQueue: taskQueues.treasury,
      activities: createTreasuryActivities({ db, config: testConfig(), exchanges: { of }, nowMs: Date.now }),
      shutdownGraceTime: '5 seconds',
    });
  const workflowsPath = fileURLToPath(new URL('./all.ts', import.meta.url));
  const core = await Worker.create({ ...temporal.worker, taskQueue: taskQueues.core, workflowsPath });
  const coreRun = core.run();
  const first = await work();
  const firstRun = first.run();
  const hedger = await temporal.client.workflow.start<typeof hedgerWorkflow>(workflowTypes.hedger, {
    workflowId: workflowIds.hedger('sandbox', 'BTC'),
    taskQueue: taskQueues.core,
    args: [{ version: 1, mode: 'sandbox', asset: 'BTC' }],
  });
  const treasury = await temporal.client.workflow.start<typeof treasuryWorkflow>(workflowTypes.treasury, {
    workflowId: workflowIds.treasury('sandbox'),
    taskQueue: taskQueues.core,
    args: [{ version: 1, mode: 'sandbox' }],
  });
  await execute(db, 'DELETE FROM exchange_check');
  await leavePosition(db, { gateId: 'BTC', minor: 10_000_000n });
  await expect.poll(() => positionNow(db, 'BTC')).toBe(0n);

  // A worker that shuts down hands its turns on at once.
  first.shutdown();
  await firstRun;
  // The merchants' payment for the coins: without it the daily loss would stop the hedger.
  await leavePosition(db, { gateId: 'EUR', minor: 1_600_000n });
  await leavePosition(db, { gateId: 'BTC', minor: -20_000_000n });
  const second = await work();
  const secondRun = second.run();
  await expect.poll(() => positionNow(db, 'BTC')).toBe(0n);
  await expect.poll(() => exchangeChecksTable.count(db, { mode: 'sandbox' })).toBeGreaterThan(5);
  await expectAgreement(db, exchanges);

  for (const handle of [hedger, treasury]) {
    await handle.cancel();
    const end = await handle.result().catch((error: unknown) => error);
    expect(end).toBeInstanceOf(WorkflowFailedError);
    expect((end as WorkflowFailedError).cause).toBeInstanceOf(CancelledFailure);
  }
  second.shutdown();
  core.shutdown();
  await Promise.all([secondRun, coreRun]);
});
