import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentsOn, recordEffects, watchInvoice } from '../activities/chain/testing.fixture.ts';
import { createChainActivities } from '../activities/followers/activities.ts';
import { KeptLoops } from '../activities/kept-loops.ts';
import { connect } from '../db/connect.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { requestPayment } from '../db/simulator/commands.ts';
import { type RunningTemporal, startTemporal } from '../scripts/services/temporal.ts';
import { createTestDatabase, type TestDatabase } from '../scripts/testing/database.ts';
import { temporalSettings } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { testConfig } from '../settings/config.fixture.ts';
import { bundleWorkflows } from '../temporal/bundle.ts';
import { openClient } from '../temporal/connection.ts';
import { runQueues } from '../temporal/queue-workers.ts';
import { taskQueues } from './messages.ts';

const patienceMs = 120_000;
let temporal: RunningTemporal;
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  // Its own server, because it is stopped for a while.
  [database, temporal] = await Promise.all([createTestDatabase(), startTemporal()]);
  db = connect(database.url);
});
afterAll(async () => {
  process.kill(temporal.pid, 'SIGCONT');
  await temporal.stop();
  await db.close();
  await database.drop();
});

async function pay() {
  const addressKey = crypto.randomUUID();
  const { invoiceId } = await watchInvoice(db, { gateId: 'LTC', address: addressKey, addressKey, dueMinor: 100n });
  await inTransaction(db, (tx) =>
    requestPayment(tx, { mode: 'sandbox', invoiceId, scenario: 'paid', nowMs: Date.now(), isSimulated: () => true }),
  );
  return async () => (await paymentsOn(db, 'LTC')).find((row) => row.invoice_id === invoiceId)?.status;
}

test('payments are seen and confirmed while Temporal is away, and its next run takes over', {
  timeout: 3 * patienceMs,
}, async () => {
  const client = await openClient(temporalSettings(temporal));
  const connection = await NativeConnection.connect({ address: temporal.address });
  const keptLoops = new KeptLoops(db, 100);
  const config = testConfig({ SANDBOX_BLOCK_SECONDS: '1', FOLLOWER_POLL_MS: '100' });
  const { applyInvoiceEvent } = recordEffects();
  const activities = createChainActivities({ db, config, applyInvoiceEvent, nowMs: Date.now, keptLoops });
  const context = {
    connection,
    namespace: temporal.namespace,
    dataConverter: client.options.loadedDataConverter,
    bundle: await bundleWorkflows(),
    log: pino({ level: 'silent' }),
  };
  const queues = await runQueues(context, [
    { taskQueue: taskQueues.core, activities: {}, withWorkflows: true, concurrency: 2 },
    { taskQueue: taskQueues.simulator, activities, withWorkflows: false, concurrency: 1 },
    { taskQueue: taskQueues.chain('LTC'), activities, withWorkflows: false, concurrency: 2 },
  ]);
  const taskQueue = taskQueues.core;
  await client.workflow.start('followerWorkflow', {
    taskQueue,
    workflowId: 'follower:sandbox:LTC',
    args: [{ version: 1, mode: 'sandbox', network: 'LTC' }],
  });
  await client.workflow.start('simulatorWorkflow', { taskQueue, workflowId: 'simulator', args: [{ version: 1 }] });
  const before = await pay();
  await until(async () => (await before()) === 'confirmed', 'a payment is confirmed', patienceMs);

  // Connections stay open and nothing answers, as in a network that swallows packets.
  process.kill(temporal.pid, 'SIGSTOP');
  const loops = ['follower:sandbox:LTC', 'simulator'];
  await expect.poll(() => [...keptLoops.alone].sort(), { timeout: patienceMs }).toEqual(loops);
  const meanwhile = await pay();
  await until(async () => (await meanwhile()) === 'confirmed', 'a payment is confirmed without Temporal', patienceMs);

  process.kill(temporal.pid, 'SIGCONT');
  await expect.poll(() => keptLoops.alone, { timeout: patienceMs }).toEqual([]);
  const after = await pay();
  await until(async () => (await after()) === 'confirmed', 'the workflow goes on', patienceMs);

  await queues.stop();
  await keptLoops.stop();
  await connection.close();
  await client.connection.close();
});
