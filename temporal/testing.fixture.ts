import type { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { createCardOrderActivities } from '../activities/card-orders/activities.ts';
import { createClaimActivities } from '../activities/claims/activities.ts';
import { createOnboardingActivities } from '../activities/compliance/activities.ts';
import { createDepositActivities } from '../activities/deposits/activities.ts';
import { createInvoiceActivities } from '../activities/invoices/activities.ts';
import { createMassActivities } from '../activities/mass-payouts/activities.ts';
import { createPayoutActivities } from '../activities/payouts/activities.ts';
import { createSuspicionActivities } from '../activities/suspicion/activities.ts';
import { createLinkedActivities } from '../activities/suspicion/linked.ts';
import { createWithdrawalActivities } from '../activities/withdrawals/activities.ts';
import { createInProcessBus } from '../db/bus/in-process.ts';
import { startRelay } from '../db/bus/relay.ts';
import { connect } from '../db/connect.ts';
import type { Db } from '../db/core/sequelize.ts';
import { makeRates } from '../db/invoices/testing.fixture.ts';
import { testMassSettings } from '../db/mass-payouts/testing.fixture.ts';
import { testBox } from '../db/testing.fixture.ts';
import { testWithdrawalSettings } from '../db/withdrawals/testing.fixture.ts';
import { createTestDatabase } from '../scripts/testing/database.ts';
import { quietWorkers } from '../scripts/testing/quiet-workers.ts';
import { createTestNamespace, temporalSettings } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { taskQueues } from '../workflows/messages.ts';
import { bundleWorkflows } from './bundle.ts';
import { openClient } from './connection.ts';
import { keepMethodSchedule } from './method-schedules.ts';
import { consumeWorkflowMessages } from './outbox-consumer.ts';
import { type QueuePlan, type RunningQueues, runQueues } from './queue-workers.ts';

quietWorkers();

/** A database and a namespace of one's own, with a worker for invoices and the relay between them. */
export interface TestGateway {
  readonly db: Db;
  readonly client: Client;
  readonly address: string;
  /** Public events as they left the outbox, oldest first. */
  readonly published: string[];
  /** Ends the worker; `resume` makes another, as after a restart. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly codecKey?: Uint8Array;
  /** How often automatic methods pay; by default at their period. */
  readonly sandboxPeriodSeconds?: number;
  /** Served beside the invoices' queue. */
  readonly plans?: (db: Db) => readonly QueuePlan[];
}

export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const [database, temporal, bundle] = await Promise.all([
    createTestDatabase(),
    createTestNamespace(),
    bundleWorkflows(),
  ]);
  const db = connect(database.url);
  await makeRates(db);
  const client = await openClient(temporalSettings(temporal, options.codecKey));
  const connection = await NativeConnection.connect({ address: temporal.address });
  const context = {
    connection,
    namespace: temporal.namespace,
    dataConverter: client.options.loadedDataConverter,
    bundle,
    log: pino({ level: 'silent' }),
  };
  const compliance = { db, box: testBox, publicUrl: 'https://gateway.test', sandbox: true, nowMs: Date.now };
  const core = {
    taskQueue: taskQueues.core,
    activities: {
      ...createInvoiceActivities({ db, nowMs: Date.now }),
      ...createSuspicionActivities({ db, publicUrl: 'http://gateway.test' }),
      ...createLinkedActivities({ db, nowMs: Date.now }),
      ...createOnboardingActivities(compliance),
      ...createPayoutActivities({ db, settings: testWithdrawalSettings, nowMs: Date.now }),
      ...createWithdrawalActivities({ db, settings: testWithdrawalSettings, nowMs: Date.now }),
      ...createDepositActivities({ db, canConvert: () => true, nowMs: Date.now }),
      ...createCardOrderActivities({ db, nowMs: Date.now }),
      ...createClaimActivities({ db, nowMs: Date.now }),
      ...createMassActivities({ db, settings: testMassSettings, nowMs: Date.now, paceMs: 10 }),
    },
    withWorkflows: true,
    concurrency: 4,
  };
  const plans = [core, ...(options.plans?.(db) ?? [])];
  const published: string[] = [];
  const bus = createInProcessBus();
  await consumeWorkflowMessages(bus, client, (at, methodId) =>
    keepMethodSchedule({ db, sandboxPeriodSeconds: options.sandboxPeriodSeconds }, at, methodId),
  );
  await bus.consume('test', ['event.#', 'alert.#'], async ({ topic }) => void published.push(topic), {
    concurrency: 1,
  });
  const relay = await startRelay(db, bus);
  let queues: RunningQueues | undefined = await runQueues(context, plans);
  const gateway: TestGateway = {
    db,
    client,
    address: temporal.address,
    published,
    pause: async () => {
      await queues?.stop();
      queues = undefined;
    },
    resume: async () => {
      queues ??= await runQueues(context, plans);
    },
    close: async () => {
      await gateway.pause();
      await relay.close();
      await bus.close();
      await connection.close();
      await client.connection.close();
      await db.close();
      await database.drop();
    },
  };
  return gateway;
}

/** The number of events in the history of the invoice's latest run, once it has ended. */
export async function endedHistory(client: Client, invoiceId: string) {
  const handle = client.workflow.getHandle(`invoice:${invoiceId}`);
  await until(async () => (await handle.describe()).status.name === 'COMPLETED', 'the workflow has ended');
  return handle.fetchHistory();
}
