import { once } from 'node:events';
import { connect as connectTo, createServer, type Server } from 'node:net';
import type { Client } from '@temporalio/client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaughtMails, catchMails } from '../activities/mail/mail-catcher.fixture.ts';
import { MAIL_SEND } from '../activities/mail/sending.ts';
import { type Receiver, startReceiver } from '../activities/webhooks/receiver.fixture.ts';
import { connect } from '../db/connect.ts';
import { enqueue } from '../db/core/outbox.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { readInvoice } from '../db/invoices/read.ts';
import { makeInvoice, makeShop } from '../db/invoices/testing.fixture.ts';
import { setMethodSchedule } from '../db/payout-methods/schedule.ts';
import { makeAutomaticMethod } from '../db/payout-methods/testing.fixture.ts';
import { requestPayment } from '../db/simulator/commands.ts';
import { type TestMerchant, testEncryptionKey } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { freePort } from '../scripts/process/ports.ts';
import { createTestDatabase, type TestDatabase } from '../scripts/testing/database.ts';
import { quietWorkers } from '../scripts/testing/quiet-workers.ts';
import { createTestNamespace, type TestTemporal, temporalSettings } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';
import { readConfig } from '../settings/config.ts';
import { workflowIds } from '../workflows/messages.ts';
import { openClient } from './connection.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

quietWorkers();

const patienceMs = 60_000;
let database: TestDatabase;
let temporal: TestTemporal;
let receiver: Receiver;
let mails: CaughtMails;
let db: Db;
let client: Client;
beforeAll(async () => {
  [database, temporal, receiver, mails] = await Promise.all([
    createTestDatabase(),
    createTestNamespace(),
    startReceiver(),
    catchMails(),
  ]);
  db = connect(database.url);
  client = await openClient(temporalSettings(temporal));
});
afterAll(async () => {
  await client?.connection.close();
  await receiver?.close();
  await mails?.stop();
  await db?.close();
  await database?.drop();
});

/** Makes Temporal answer at a port where nothing listened before. */
async function answerAt(port: number, address: string): Promise<Server> {
  const server = createServer((caller) => {
    const upstream = connectTo(Number(address.split(':')[1]), address.split(':')[0]);
    caller.pipe(upstream).pipe(caller);
    caller.on('error', () => upstream.destroy());
    upstream.on('error', () => caller.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('a worker that starts while Temporal is away', () => {
  const stopping = new AbortController();
  let starting: Promise<RunningWorker | null>;
  let port: number;
  let server: Server;
  let shop: TestMerchant;
  let invoiceId: string;
  beforeAll(async () => {
    port = await freePort();
    const config = readConfig({
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
      TEMPORAL_NAMESPACE: temporal.namespace,
      ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
      SANDBOX_SEED: TEST_MNEMONIC,
      SANDBOX_BLOCK_SECONDS: '1',
      SMTP_URL: mails.smtpUrl,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    });
    starting = startWorker(config, pino({ level: 'silent' }), stopping.signal, {
      paces: { standingMs: 300, recoveryMs: 300 },
    });
    shop = await makeShop(db, { profile: { notificationUrl: receiver.url } });
  });
  afterAll(async () => {
    stopping.abort();
    await (await starting)?.stop();
    server?.close();
  });

  test('relays the outbox, refreshes rates, sends mails and webhooks, and follows chains', async () => {
    const messageId = `${newId()}@pay.example`;
    const mail = { messageId, to: 'ada@example.com', replyTo: null, subject: 'Hello', text: 'Hello', html: '<p>Hello' };
    await inTransaction(db, (tx) => enqueue(tx, [{ topic: MAIL_SEND, payload: mail }]));
    await until(async () => (await mails.read()).some(({ to }) => to.includes(mail.to)), 'the mail is sent');

    const create = async () => {
      invoiceId = (await makeInvoice(db, shop, { gateId: 'LTC' })).id;
      return true;
    };
    await until(create, 'there are rates', patienceMs);
    await until(async () => receiver.received.length > 0, 'the webhook is sent', patienceMs);
    await inTransaction(db, (tx) =>
      requestPayment(tx, { mode: 'sandbox', invoiceId, scenario: 'paid', nowMs: Date.now(), isSimulated: () => true }),
    );
    const confirmed = async () => (await readInvoice(db, invoiceId)).amountConfirmedMinor > 0n;
    await until(confirmed, 'the payment is confirmed without Temporal', patienceMs);
    expect((await readInvoice(db, invoiceId)).status).toBe('confirming');
  });

  test('settles once Temporal answers', async () => {
    server = await answerAt(port, temporal.address);
    await starting;
    const isSettled = async () => (await readInvoice(db, invoiceId)).status === 'done';
    await until(isSettled, 'the invoice is settled', patienceMs);
  });

  test('brings back standing workflows and schedules that are gone, without a restart', async () => {
    const runs = (id: string) => async () => (await client.workflow.getHandle(id).describe()).status.name === 'RUNNING';
    const isScheduled = (id: string) => async () => (await client.schedule.getHandle(id).describe()).scheduleId === id;
    const ended = [workflowIds.recovery, workflowIds.trialBalance, workflowIds.follower('sandbox', 'LTC')];
    await Promise.all(ended.map((id) => client.workflow.getHandle(id).terminate('a mistake')));
    const schedules = [workflowIds.retention, workflowIds.archive, workflowIds.scheduledReports];
    await Promise.all(schedules.map((id) => client.schedule.getHandle(id).delete()));
    for (const id of ended) await until(runs(id), `${id} is back`, patienceMs);
    for (const id of schedules) await until(isScheduled(id), `${id} is scheduled again`, patienceMs);

    const methodId = await makeAutomaticMethod(db, shop);
    await inTransaction(db, (tx) => setMethodSchedule(tx, { id: methodId }));
    const schedule = workflowIds.automaticPayout(methodId);
    await until(isScheduled(schedule), 'the method has its schedule', patienceMs);
    await client.schedule.getHandle(schedule).delete();
    await until(isScheduled(schedule), 'the schedule is back', patienceMs);
  });
});
