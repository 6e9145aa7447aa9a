import { Context } from '@temporalio/activity';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { quietWorkers } from '../scripts/testing/quiet-workers.ts';
import { createTestNamespace, temporalSettings } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { taskQueues } from '../workflows/messages.ts';
import { bundleWorkflows } from './bundle.ts';
import { openClient } from './connection.ts';
import { runQueues } from './queue-workers.ts';

quietWorkers();

test('a queue always gets its own slots, and never more than its most', async () => {
  const { address, namespace } = await createTestNamespace();
  const client = await openClient(temporalSettings({ address, namespace }));
  const connection = await NativeConnection.connect({ address });
  const bundle = await bundleWorkflows();
  const context = { connection, namespace, dataConverter: {}, bundle, log: pino({ level: 'silent' }) };
  const [OWN, MOST, STARTED] = [2, 5, 8];
  let running = 0;
  let most = 0;
  const keepRates = async () => {
    running += 1;
    most = Math.max(most, running);
    await Context.current().cancelled;
  };
  const queues = await runQueues(context, [
    { taskQueue: taskQueues.core, activities: {}, withWorkflows: true, concurrency: 1 },
    {
      taskQueue: taskQueues.rates,
      activities: { keepRates },
      withWorkflows: false,
      concurrency: OWN,
      mostConcurrency: MOST,
    },
  ]);
  for (let at = 0; at < STARTED; at += 1) {
    const args = [{ version: 1, mode: 'sandbox' }];
    await client.workflow.start('ratesWorkflow', { workflowId: `rates:${at}`, taskQueue: taskQueues.core, args });
  }
  await until(async () => running >= OWN, 'its own slots are taken');
  // Whether more are given depends on the machine, which other tests may keep busy.
  await until(async () => running >= MOST, 'more are given', 10_000).catch(() => {});
  expect(most).toBeLessThanOrEqual(MOST);
  await queues.stop();
  await connection.close();
  await client.connection.close();
});
