import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import type { TSchema } from 'typebox';
import { serializerOf } from '../api/plugins/serialization.ts';
import type { RecordedCalls } from '../api/public-document/examples.ts';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import { Data } from '../contract/basics.ts';
import { storedData } from '../contract/event-text.ts';
import { Invoice } from '../contract/invoice.ts';
import { CreateInvoiceBody } from '../contract/new-invoice.ts';
import type { Db } from '../db/core/sequelize.ts';
import { writeRequests } from '../db/history/request-log.ts';
import { makeMerchant, testEncryptionKey } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { isForgiving } from '../domain/leniency/lenient-schema.ts';
import { bodyReader } from '../domain/leniency/read-body.ts';
import { FIRST_VERSION, NEWEST_VERSION } from '../domain/versions/api-versions.ts';
import type { VersionedSchema } from '../domain/versions/change.ts';
import { CHANGES } from '../domain/versions/changes.ts';
import { translationOf } from '../domain/versions/translate.ts';
import { type ManagedProcess, startProcess } from '../scripts/process/managed.ts';
import { freePort } from '../scripts/process/ports.ts';
import { programArgs, programEnv } from '../scripts/start/node-options.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';
import { withBenchDatabase } from './database.ts';
import { measureDrain } from './drain.ts';
import type { Figure } from './figure.ts';
import { residentMegabytes } from './scale/cpu-share.ts';

const INVOICES = 2000;
const CONNECTIONS = 16;
const BODY = JSON.stringify({ amount: '49.90', currency: 'EUR', gate_id: 'BTC' });

/**
 * Invoices over HTTP with the asset chosen at once: rate, address, row, event and outbox, committed to disk. The API is
 * a process of its own as in production, and nothing listens at its Temporal address: creation must not need it.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const { token } = await makeMerchant(db);
    await setRates(db, 'sandbox');
    const port = await freePort();
    const env = apiEnvironment(url);
    // The first start after a change keeps the compiler of its sources in memory; what it compiled is there for every
    // later one.
    await (await startApi(env, port)).stop();
    const api = await startApi(env, port);
    const created: Figure[] = [];
    try {
      const origin = `http://127.0.0.1:${port}`;
      await shoot(origin, token, 300);
      const commits = await commitsPerSecond(url);
      const before = await countInvoices(db);
      const result = await shoot(origin, token, INVOICES);
      const made = (await countInvoices(db)) - before;
      if (made !== INVOICES || result.non2xx > 0) {
        throw new Error(`${made} invoices of ${INVOICES} were made, ${result.non2xx} answers were refusals`);
      }
      const perSecond = INVOICES / secondsOf(result);
      created.push(...figures(perSecond, commits, result.latency.p99, residentMegabytes(api.pid)));
      created.push(leniency(perSecond), ...olderVersion(perSecond), await requestLog(db, perSecond));
    } finally {
      await api.stop();
    }
    return [...created, await measureDrain(db, env)];
  });
}

function figures(perSecond: number, commits: number, p99: number, megabytes: number): Figure[] {
  return [
    {
      name: 'invoices created over HTTP, asset chosen, Temporal down',
      value: perSecond,
      unit: '/s',
      reference: { name: 'single-row commits of one connection', value: commits },
      target: '≥ 0.10 of the reference',
      ok: perSecond / commits >= 0.1,
    },
    {
      name: `creation, 99th percentile at ${CONNECTIONS} connections`,
      value: p99,
      unit: 'ms',
      target: '≤ 100 ms',
      ok: p99 <= 100,
    },
    {
      name: 'API process after the benchmark, resident',
      value: megabytes,
      unit: 'MB',
      target: '≤ 200 MB',
      ok: megabytes <= 200,
    },
  ];
}

/** An order as plugins send it: fields that say nothing, lines, and one field that is dropped. */
const ORDER = JSON.stringify({
  amount: '49.9000',
  currency: 'eur',
  reference: 20418,
  gate_id: '',
  metadata: { order: 20418, cart: null },
  description: 'Order #20418',
  locale: 'de_DE_formal',
  plugin_version: '1.0.1',
  success_url: 'https://a.example/',
  customer: { email: 'ana@payer.example', name: 'Ana Ponte', phone: '+351 1' },
  items: Array.from({ length: 4 }, (_, at) => ({ name: `Tent ${at}`, quantity: 1, price: '12.475', sku: `T-${at}` })),
});

/** The time to read such a body leniently, beside that of a whole creation, both in this run. */
function leniency(createdPerSecond: number): Figure {
  const schema: unknown = CreateInvoiceBody;
  if (!isForgiving(schema)) throw new Error('The body of a creation forgives nothing.');
  const read = bodyReader(schema);
  const bodies = Array.from({ length: 20_000 }, () => JSON.parse(ORDER));
  const readAll = () => bodies.reduce((count: number, body) => count + read(body).warnings.length, 0);
  readAll();
  const start = performance.now();
  if (readAll() !== bodies.length * 2) throw new Error('Each body has two fields that are dropped.');
  const micros = ((performance.now() - start) * 1000) / bodies.length;
  const wholeMicros = 1_000_000 / createdPerSecond;
  return {
    name: 'reading the order of a plugin leniently',
    value: micros,
    unit: 'µs',
    reference: { name: 'a creation over HTTP', value: wholeMicros },
    target: '≤ 0.02 of the reference',
    ok: micros / wholeMicros <= 0.02,
  };
}

/** The cost of versions for a creation: its event is stored in the first one, and older callers get their answer. */
function olderVersion(createdPerSecond: number): Figure[] {
  const file = join(import.meta.dirname, `../api/public-document/recorded/${NEWEST_VERSION}.json`);
  const recorded: RecordedCalls = JSON.parse(readFileSync(file, 'utf8'));
  const answer = recorded.createInvoice?.answer as { readonly data: object };
  const schema: TSchema = Data(Invoice);
  const translation = translationOf(schema as VersionedSchema, { version: FIRST_VERSION, changes: CHANGES });
  if (translation === undefined) throw new Error('The answer of a creation has not changed.');
  const [newest, older] = [serializerOf(schema), serializerOf(translation.schema)];
  const event = microsOf(() => storedData('invoice', answer.data));
  const answered = microsOf(() => older(translation.toOlder(answer))) - microsOf(() => newest(answer));
  const wholeMicros = 1_000_000 / createdPerSecond;
  const figure = (name: string, value: number): Figure => ({
    name,
    value,
    unit: 'µs',
    reference: { name: 'a creation over HTTP', value: wholeMicros },
    target: '≤ 0.01 of the reference',
    ok: value / wholeMicros <= 0.01,
  });
  return [
    figure('versions, for a caller of the newest one', event),
    figure('versions, for a caller of the first one', event + answered),
  ];
}

/** Of one call, after some that let the compiler see it. */
function microsOf(work: () => unknown): number {
  const repeat = (times: number) => Array.from({ length: times }, work);
  repeat(20_000);
  const start = performance.now();
  repeat(20_000);
  return ((performance.now() - start) * 1000) / 20_000;
}

/** The time that the database takes to note a call in the request log, beside that of a whole creation. */
async function requestLog(db: Db, createdPerSecond: number): Promise<Figure> {
  const call = {
    profileId: newId(),
    tokenId: newId(),
    requestId: newId(),
    method: 'POST',
    route: '/api/v1/invoices',
    path: '/api/v1/invoices',
    status: 201,
    errorCode: null,
    durationMs: 9,
    hasIdempotencyKey: true,
    apiVersion: NEWEST_VERSION,
  };
  const second = Array.from({ length: Math.ceil(createdPerSecond) }, () => ({ ...call, atMs: Date.now() }));
  await writeRequests(db, second);
  const seconds = 20;
  const start = performance.now();
  for (let at = 0; at < seconds; at += 1) await writeRequests(db, second);
  const micros = ((performance.now() - start) * 1000) / (seconds * second.length);
  const wholeMicros = 1_000_000 / createdPerSecond;
  return {
    name: 'a call in the request log, written once a second',
    value: micros,
    unit: 'µs',
    reference: { name: 'a creation over HTTP', value: wholeMicros },
    target: '≤ 0.02 of the reference',
    ok: micros / wholeMicros <= 0.02,
  };
}

/** The environment of both API and worker. */
export function apiEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
    SANDBOX_SEED: TEST_MNEMONIC,
    RATE_LIMIT_API_PER_MINUTE: '1000000',
  };
}

export function startApi(env: NodeJS.ProcessEnv, port: number): Promise<ManagedProcess> {
  const origin = `http://127.0.0.1:${port}`;
  return startProcess({
    name: 'api',
    command: process.execPath,
    args: [...programArgs, join(import.meta.dirname, '../api/server.ts')],
    env: programEnv({
      ...env,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
    }),
    ready: async () => (await fetch(`${origin}/health/ready`)).ok,
  });
}

function shoot(origin: string, token: { key: string; secret: string }, amount: number) {
  return autocannon({
    url: `${origin}/api/v1/invoices`,
    method: 'POST',
    connections: CONNECTIONS,
    amount,
    // Its own duration is rounded up to this.
    sampleInt: 20,
    headers: { authorization: basic(token), 'content-type': 'application/json' },
    body: BODY,
  });
}

function secondsOf(result: autocannon.Result): number {
  return (result.finish.getTime() - result.start.getTime()) / 1000;
}

/** Rows inserted one by one by one connection, each its own transaction, in two seconds. */
async function commitsPerSecond(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE IF NOT EXISTS bench_row (id BIGINT PRIMARY KEY, text TEXT NOT NULL)');
    const start = performance.now();
    let rows = 0;
    while (performance.now() - start < 2000) {
      await client.query({
        name: 'insert',
        text: 'INSERT INTO bench_row VALUES ($1, $2)',
        values: [rows, 'x'.repeat(200)],
      });
      rows += 1;
    }
    const seconds = (performance.now() - start) / 1000;
    await client.query('DROP TABLE bench_row');
    return rows / seconds;
  } finally {
    await client.end();
  }
}

async function countInvoices(db: Db): Promise<number> {
  const [rows] = await db.sequelize.query('SELECT count(*) AS count FROM invoice');
  return Number((rows[0] as { count: string }).count);
}
