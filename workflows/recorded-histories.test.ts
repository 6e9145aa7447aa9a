import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { AttemptWebhookInput } from '../activities/webhooks/activities.ts';
import { chooseGate } from '../db/invoices/choose.ts';
import {
  chainLooked,
  makeInvoice,
  makeShop,
  paymentsChanged,
  recordPayment,
  setPayment,
  testSettings,
} from '../db/invoices/testing.fixture.ts';
import { inTransaction } from '../db/sequelize.ts';
import { execute } from '../db/sql.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { bundleWorkflows } from '../temporal/bundle.ts';
import { runQueues } from '../temporal/queue-workers.ts';
import { endedHistory, startTestGateway, type TestGateway, until } from '../temporal/testing.fixture.ts';
import { approve } from './invoice.ts';
import { taskQueues, workflowTypes } from './messages.ts';

// Writes histories/*.history.json of each kind of life; run by `node scripts/record-histories.ts` when a kind is new.
const wanted = process.env.RECORD_HISTORIES === 'true';
const folder = join(import.meta.dirname, 'histories');

let gateway: TestGateway;
let shop: TestMerchant;

describe.skipIf(!wanted)('recording', () => {
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    gateway = await startTestGateway();
    shop = await makeShop(gateway.db);
  });
  afterAll(() => gateway.close());

  const write = (name: string, history: Parameters<typeof historyToJSON>[0]) =>
    writeFileSync(join(folder, `${name}.history.json`), `${historyToJSON(history)}\n`);
  const store = async (name: string, invoiceId: string) => write(name, await endedHistory(gateway.client, invoiceId));
  const pay = async (invoiceId: string, minor: bigint, status: 'seen' | 'confirmed') => {
    const id = await recordPayment(gateway.db, { invoiceId, minor, status });
    await paymentsChanged(gateway.db, invoiceId);
    return id;
  };
  const waiting = (invoiceId: string) =>
    until(
      async () => (await gateway.client.workflow.getHandle(`invoice:${invoiceId}`).describe()).historyLength >= 4,
      'it waits',
    );

  it('invoices', async () => {
    const look = setInterval(() => void chainLooked(gateway.db, ['BTC', 'LTC']), 100);
    const unchosen = await makeInvoice(gateway.db, shop, { gateId: undefined as never, lifetimeSeconds: 1 });
    await store('invoice-expired-without-choice', unchosen.id);

    const chosen = await makeInvoice(gateway.db, shop, { gateId: undefined as never, lifetimeSeconds: 3 });
    await waiting(chosen.id);
    await inTransaction(gateway.db, (tx) =>
      chooseGate(tx, testSettings, { invoiceId: chosen.id, gateId: 'LTC', nowMs: Date.now() }),
    );
    await store('invoice-expired-after-choice', chosen.id);

    const paid = await makeInvoice(gateway.db, shop);
    await waiting(paid.id);
    const payment = await pay(paid.id, 200_000n, 'seen');
    await setPayment(gateway.db, payment, 'confirmed');
    await paymentsChanged(gateway.db, paid.id);
    await store('invoice-paid', paid.id);

    const partly = await makeInvoice(gateway.db, shop, { lifetimeSeconds: 2 });
    await waiting(partly.id);
    const part = await pay(partly.id, 100n, 'seen');
    await until(
      async () => (await gateway.client.workflow.getHandle(`invoice:${partly.id}`).describe()).historyLength >= 16,
      'judged',
    );
    await setPayment(gateway.db, part, 'confirmed');
    await paymentsChanged(gateway.db, partly.id);
    await store('invoice-underpaid', partly.id);
    clearInterval(look);

    const held = await makeInvoice(gateway.db, shop);
    await execute(gateway.db, 'UPDATE invoice SET compliance_hold = true WHERE id = $1', [held.id]);
    await pay(held.id, 200_000n, 'confirmed');
    const handle = gateway.client.workflow.getHandle(`invoice:${held.id}`);
    await until(
      async () => JSON.stringify((await handle.describe()).typedSearchAttributes).includes('processing'),
      'held',
    );
    await handle.executeUpdate(approve, { args: [{ operator: 'ann', reason: 'checked' }] });
    await store('invoice-held-and-approved', held.id);
  });

  it('the others, with activities that only answer', async () => {
    await gateway.pause();
    const { client } = gateway;
    const { namespace } = client.options;
    const connection = await NativeConnection.connect({ address: gateway.address });
    const activities = {
      followChain: async () => 'Block 1',
      simulateChains: async () => 'Simulating',
      keepRates: async () => ({ rounds: 1 }),
      watchBooks: async () => ({ checks: 1 }),
      removeExpired: async () => ({ sessions: 0, idempotencyKeys: 0 }),
      attemptWebhook: async ({ nextPauseSeconds }: AttemptWebhookInput) =>
        nextPauseSeconds === null ? { outcome: 'delivered', detail: '204' } : { outcome: 'failed', detail: '500' },
    };
    const queues = [
      taskQueues.core,
      taskQueues.rates,
      taskQueues.webhooks,
      taskQueues.simulator,
      taskQueues.chain('BTC'),
    ];
    const running = await runQueues(
      { connection, namespace, dataConverter: {}, bundle: await bundleWorkflows(), log: pino({ level: 'silent' }) },
      queues.map((taskQueue) => ({
        taskQueue,
        activities,
        withWorkflows: taskQueue === taskQueues.core,
        concurrency: 2,
      })),
    );
    const inputs = {
      follower: { version: 1, mode: 'sandbox', network: 'BTC' },
      simulator: { version: 1 },
      rates: { version: 1, mode: 'sandbox' },
      trialBalance: { version: 1 },
      webhook: {
        version: 1,
        eventId: 'e',
        type: 'invoice.done',
        host: 'shop.test',
        attemptAtOnce: true,
        pausesSeconds: [1],
      },
    } as const;
    for (const [name, input] of Object.entries(inputs)) {
      const handle = await client.workflow.start(workflowTypes[name as keyof typeof inputs], {
        workflowId: name,
        taskQueue: taskQueues.core,
        args: [input],
      });
      await until(async () => {
        const { historyLength, status } = await handle.describe();
        return historyLength > 20 || status.name !== 'RUNNING';
      }, `${name} has lived a while`);
      write(name, await handle.fetchHistory());
      await handle.terminate().catch(() => {});
    }
    await running.stop();
    await connection.close();
  });
});
