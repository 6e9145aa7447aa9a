import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../activities/webhooks/receiver.fixture.ts';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import type { Invoice } from '../contract/invoice.ts';
import { connect } from '../db/connect.ts';
import type { Db } from '../db/core/sequelize.ts';
import { select } from '../db/core/sql.ts';
import { makeShop } from '../db/invoices/testing.fixture.ts';
import { type TestMerchant, testEncryptionKey } from '../db/testing.fixture.ts';
import { type ManagedProcess, startProcess } from '../scripts/process/managed.ts';
import { freePort } from '../scripts/process/ports.ts';
import { createTestDatabase, type TestDatabase } from '../scripts/testing/database.ts';
import { useRabbitMq } from '../scripts/testing/nodes.ts';
import { createTestNamespace, type TestTemporal } from '../scripts/testing/temporal.ts';
import { until } from '../scripts/testing/until.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';
import { type CollectedSpan, type Collector, startCollector } from '../tracing/collector.fixture.ts';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const PATIENCE_MS = 60_000;

const rabbit = useRabbitMq();
const logs: { readonly service: string; readonly msg: string; readonly [field: string]: unknown }[] = [];
let database: TestDatabase;
let temporal: TestTemporal;
let collector: Collector;
let receiver: Receiver;
let db: Db;
let shop: TestMerchant;
let origin: string;
const processes: ManagedProcess[] = [];

beforeAll(async () => {
  [database, temporal, collector, receiver] = await Promise.all([
    createTestDatabase(),
    createTestNamespace(),
    startCollector(),
    startReceiver(),
  ]);
  db = connect(database.url);
  await setRates(db, 'sandbox');
  shop = await makeShop(db, { profile: { notificationUrl: receiver.url } });
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await Promise.all([collector?.close(), receiver?.close(), db?.close()]);
  await database?.drop();
});

async function start(entry: string, env: NodeJS.ProcessEnv, ready: () => Promise<boolean>): Promise<ManagedProcess> {
  const started = await startProcess({
    name: entry,
    command: process.execPath,
    args: [join(import.meta.dirname, '..', entry)],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      AMQP_URL: rabbit().url,
      ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
      SANDBOX_SEED: TEST_MNEMONIC,
      SANDBOX_BLOCK_SECONDS: '1',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...env,
    },
    readyTimeoutMs: PATIENCE_MS,
    ready,
    onLine: (line) => logs.push(JSON.parse(line)),
  });
  processes.push(started);
  return started;
}

async function startApi(): Promise<void> {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), PUBLIC_URL: origin };
  await start('api/server.ts', env, async () => (await fetch(`${origin}/health/ready`)).ok);
}

async function startWorker(): Promise<ManagedProcess> {
  const port = await freePort();
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  return start('temporal/worker.ts', { METRICS_PORT: String(port) }, ready);
}

async function post<Body>(path: string, body: object): Promise<Body> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: basic(shop.token), 'content-type': 'application/json', traceparent: CALLER },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { readonly data: Body }).data;
}

function span(matches: (span: CollectedSpan) => boolean): CollectedSpan | undefined {
  return collector.spans.find(matches);
}

/** From a span to the first one of its trace. */
function wayUp(from: CollectedSpan | undefined): CollectedSpan[] {
  if (from === undefined) return [];
  const parent = span(({ spanId, traceId }) => spanId === from.parentSpanId && traceId === from.traceId);
  return [from, ...wayUp(parent)];
}

test('one trace leads from the request for an invoice to the webhook that says it is paid', async () => {
  await startApi();
  const first = await startWorker();
  const invoice = await post<Invoice>('/api/v1/invoices', { amount: '49.90', currency: 'EUR', gate_id: 'LTC' });
  await until(async () => span(({ name }) => name === 'start invoiceWorkflow') !== undefined, 'it runs', PATIENCE_MS);
  // Another process continues from here and replays it first.
  await first.stop();
  await startWorker();
  await post(`/api/v1/sandbox/invoices/${invoice.id}/payments`, { scenario: 'paid' });
  const done = () => receiver.received.find(({ body }) => body.includes('"invoice.done"'));
  await until(async () => done() !== undefined, 'the shop hears of it', PATIENCE_MS);

  const eventId = String(done()?.headers['webhook-id']);
  const sent = () =>
    span(({ name, attributes }) => name === 'send webhook' && attributes['messaging.message.id'] === eventId);
  const runs = () => collector.spans.filter(({ name }) => name === 'run invoiceWorkflow');
  await until(async () => sent() !== undefined && runs().length > 0, 'the spans are exported', PATIENCE_MS);

  const way = wayUp(sent());
  expect(way.map(({ service, name }) => `${service}: ${name}`)).toEqual([
    'tidegate-worker: send webhook',
    'tidegate-worker: process webhooks',
    'tidegate-worker: publish event.invoice.done',
    'tidegate-worker: run settleInvoice',
    'tidegate-worker: run invoiceWorkflow',
    'tidegate-worker: start invoiceWorkflow',
    'tidegate-worker: process temporal-later',
    'tidegate-worker: publish workflow.start_later',
    'tidegate-api: POST /api/v1/invoices',
  ]);
  const root = way.at(-1);
  expect(root?.parentSpanId).toBeUndefined();
  expect(root?.links).toEqual([{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }]);
  expect(runs()).toHaveLength(1);

  const ids = collector.spans.map(({ spanId }) => spanId);
  expect(new Set(ids).size).toBe(ids.length);
  const answered = logs.filter(({ msg, trace_id: traceId }) => msg === 'answered' && traceId === root?.traceId);
  expect(answered).toMatchObject([
    { reqId: root?.attributes['request.id'], callerTraceId: '0af7651916cd43dd8448eb211c80319c' },
  ]);

  // Receivers do not learn of our traces, and traces contain neither secrets of pages, amounts nor personal data.
  for (const { headers } of receiver.received) expect(headers.traceparent).toBeUndefined();
  const all = JSON.stringify(collector.spans);
  for (const secret of [invoice.id, shop.token.key, shop.token.secret, shop.user.email, '49.90', receiver.url]) {
    expect(all).not.toContain(secret);
  }
  expect(await select(db, 'SELECT traceparent FROM outbox WHERE attempts > 1')).toEqual([]);
});
