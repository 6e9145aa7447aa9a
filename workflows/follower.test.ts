import type { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentsOn, recordEffects, watchInvoice } from '../activities/chain/testing.fixture.ts';
import { createChainActivities } from '../activities/followers/activities.ts';
import { KeptLoops } from '../activities/kept-loops.ts';
import { connect } from '../db/connect.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { requestPayment } from '../db/simulator/commands.ts';
import { createTestDatabase, type TestDatabase } from '../scripts/testing/database.ts';
import { createTestNamespace, type TestTemporal, temporalSettings } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { testConfig } from '../settings/config.fixture.ts';
import { bundleWorkflows } from '../temporal/bundle.ts';
import { openClient } from '../temporal/connection.ts';
import { type RunningQueues, runQueues } from '../temporal/queue-workers.ts';
import { taskQueues } from './messages.ts';

const config = testConfig({ SANDBOX_BLOCK_SECONDS: '1', FOLLOWER_POLL_MS: '100' });
const effects = recordEffects();
let database: TestDatabase;
let db: Db;
let temporal: TestTemporal;
let client: Client;
let connection: NativeConnection;
let bundle: Awaited<ReturnType<typeof bundleWorkflows>>;

beforeAll(async () => {
  [database, temporal, bundle] = await Promise.all([createTestDatabase(), createTestNamespace(), bundleWorkflows()]);
  db = connect(database.url);
  client = await openClient(temporalSettings(temporal));
  connection = await NativeConnection.connect({ address: temporal.address });
});
afterAll(async () => {
  await connection.close();
  await client.connection.close();
  await db.close();
  await database.drop();
});

/** A worker process, as far as queues are concerned. */
function startWorker(): Promise<RunningQueues> {
  const { applyInvoiceEvent } = effects;
  const keptLoops = new KeptLoops(db);
  const activities = createChainActivities({ db, config, applyInvoiceEvent, nowMs: Date.now, keptLoops });
  const context = {
    connection,
    namespace: temporal.namespace,
    dataConverter: client.options.loadedDataConverter,
    bundle,
    log: pino({ level: 'silent' }),
  };
  return runQueues(context, [
    { taskQueue: taskQueues.core, activities: {}, withWorkflows: true, concurrency: 2 },
    { taskQueue: taskQueues.simulator, activities, withWorkflows: false, concurrency: 1 },
    { taskQueue: taskQueues.chain('LTC'), activities, withWorkflows: false, concurrency: 2 },
  ]);
}

async function payment() {
  const addressKey = crypto.randomUUID();
  const { invoiceId } = await watchInvoice(db, { gateId: 'LTC', address: addressKey, addressKey, dueMinor: 100n });
  await inTransaction(db, (tx) =>
    requestPayment(tx, { mode: 'sandbox', invoiceId, scenario: 'paid', nowMs: Date.now(), isSimulated: () => true }),
  );
  return async () => (await paymentsOn(db, 'LTC')).find((row) => row.invoice_id === invoiceId)?.status;
}

test('a follower and the simulator run as workflows, and the next worker takes them over', async () => {
  const first = await startWorker();
  const options = { taskQueue: taskQueues.core };
  const follower = await client.workflow.start('followerWorkflow', {
    ...options,
    workflowId: 'follower:sandbox:LTC',
    args: [{ version: 1, mode: 'sandbox', network: 'LTC' }],
  });
  const simulator = await client.workflow.start('simulatorWorkflow', {
    ...options,
    workflowId: 'simulator',
    args: [{ version: 1 }],
  });
  const words = async () => {
    const { raw } = await follower.describe();
    const [details] = raw.pendingActivities?.[0]?.heartbeatDetails?.payloads ?? [];
    return Buffer.from(details?.data ?? []).toString();
  };
  await until(async () => (await words()).includes('Block 10'), 'the follower says where it stands');
  const before = await payment();
  await until(async () => (await before()) === 'confirmed', 'a payment is confirmed by blocks of the clock');

  await first.stop();
  const second = await startWorker();
  const after = await payment();
  await until(async () => (await after()) === 'confirmed', 'the next worker goes on');
  expect((await follower.describe()).status.name).toBe('RUNNING');
  await Promise.all([follower.terminate(), simulator.terminate()]);
  await second.stop();
});
