import { fileURLToPath } from 'node:url';
import { CancelledFailure, WorkflowFailedError } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeptLoops } from '../activities/kept-loops.ts';
import { createRateActivities } from '../activities/rates/activities.ts';
import { simulatedMarket } from '../activities/rates/simulated-market.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { currentRate } from '../db/rates/rates.fixture.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { testConfig } from '../settings/config.fixture.ts';
import { type RatesInput, taskQueues, workflowIds, workflowTypes } from './messages.ts';
import type { ratesWorkflow } from './rates.ts';

const { db } = await openTestDatabase();
let temporal: TestEnvironment;

beforeAll(async () => {
  temporal = await openTestTemporal();
});
afterAll(() => temporal?.close());

test('rates stay fresh while workers come and go, and end when the workflow is cancelled', async () => {
  const config = testConfig({ SANDBOX_RATE_REFRESH_SECONDS: '1' });
  const rules = { maxAgeMs: 60_000, maxAheadMs: 5_000, maxDeviationBps: 200, minSources: 1 };
  const rounds: string[] = [];
  const work = (name: string): Promise<Worker> => {
    const source = { ...simulatedMarket(), name };
    const sample = source.sample;
    source.sample = () => {
      rounds.push(name);
      return sample();
    };
    const activities = createRateActivities({
      db,
      config,
      keptLoops: new KeptLoops(db),
      planFor: () => ({ sources: [source], rules }),
    });
    return Worker.create({
      ...temporal.worker,
      taskQueue: taskQueues.rates,
      activities,
      shutdownGraceTime: '5 seconds',
    });
  };
  const workflowsPath = fileURLToPath(new URL('./rates.ts', import.meta.url));
  const core = await Worker.create({ ...temporal.worker, taskQueue: taskQueues.core, workflowsPath });
  const coreRun = core.run();

  const first = await work('first');
  const firstRun = first.run();
  const input: RatesInput = { version: 1, mode: 'sandbox' };
  const handle = await temporal.client.workflow.start<typeof ratesWorkflow>(workflowTypes.rates, {
    workflowId: workflowIds.rates('sandbox'),
    taskQueue: taskQueues.core,
    args: [input],
  });
  const pair = { mode: 'sandbox', asset: 'BTC', currency: 'EUR' } as const;
  await expect.poll(() => currentRate(db, pair).catch(() => null)).toMatchObject({ source: 'first' });

  // A worker that shuts down hands its turn on at once.
  first.shutdown();
  await firstRun;
  const second = await work('second');
  const secondRun = second.run();
  await expect.poll(() => currentRate(db, pair)).toMatchObject({ source: 'second' });

  await handle.cancel();
  const end = await handle.result().catch((error: unknown) => error);
  expect(end).toBeInstanceOf(WorkflowFailedError);
  expect((end as WorkflowFailedError).cause).toBeInstanceOf(CancelledFailure);
  second.shutdown();
  core.shutdown();
  await Promise.all([secondRun, coreRun]);
});
