import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCluster, type TestCluster } from '../../scripts/testing/cluster.ts';
import { until } from '../../scripts/testing/until.ts';
import { reachedPorts } from '../own-ports.fixture.ts';
import { openShop, type Shop } from '../shop.fixture.ts';
import { startLoad } from './load.fixture.ts';

let cluster: TestCluster;
let shop: Shop;

beforeAll(async () => {
  cluster = await startTestCluster();
  shop = openShop(cluster.started);
});
afterAll(() => cluster?.stop());

async function payOne(): Promise<void> {
  const { id } = await shop.create({ gate_id: 'BTC' });
  await shop.pay(id, 'paid');
  await shop.makeBlocks('BTC', 3);
  await shop.until(id, 'done', 60_000);
}

test('an invoice is paid across all processes', payOne);

test('hazard 59: a webhook reaches no port that anything of the cluster listens on', async () => {
  const named = Object.values(
    JSON.parse(readFileSync(join(cluster.dataDir, 'ports.json'), 'utf8')) as Record<string, number>,
  );
  expect(await reachedPorts(cluster.started, { below: process.pid, named })).toEqual([]);
});

test('workflows are found by what operators look for, and nothing else is indexed', async () => {
  const { id } = await shop.create({ gate_id: 'BTC' });
  const connection = await Connection.connect({ address: cluster.temporalAddress });
  const { workflow } = new Client({ connection });
  const found = (query: string) => until(async () => (await workflow.count(query)).count > 0, query);
  await found(`WorkflowId = 'invoice:${id}'`);
  await found("WorkflowType = 'invoiceWorkflow' AND ExecutionStatus = 'Running' AND Network = 'BTC'");
  await connection.close();

  const url = cluster.databaseUrl.replace(/\/[^/]*$/, '/temporal_visibility');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ indexname: string }>(
    "SELECT indexname FROM pg_indexes WHERE tablename = 'executions_visibility'",
  );
  await client.end();
  const names = rows.map((row) => row.indexname);
  expect(names).toContain('by_workflow_id');
  expect(names).not.toContain('by_double_01');
  expect(names.length).toBeLessThan(25);
});

test('an API is restarted under load, and no request fails', async () => {
  const load = startLoad(cluster.started);
  for (const name of ['api-1', 'api-2']) {
    await cluster.process(name).stop();
    await cluster.process(name).start();
  }
  const { answered, failures } = await load.stop();
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(50);
});

test('an event stream ends when its API stops, and is open again at the other', async () => {
  const { id } = await shop.create({ gate_id: 'BTC' });
  const open = async () => {
    const answer = await fetch(`${cluster.started.url}/customer/invoices/${id}/events`);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    return (answer.body ?? new ReadableStream<Uint8Array>()).getReader();
  };
  const readers = [await open(), await open()];
  const ended = Promise.race(
    readers.map(async (reader) => {
      let text = '';
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        text += Buffer.from(chunk.value).toString();
      }
      return text;
    }),
  );
  await cluster.process('api-1').stop();
  // The first field says when to come again.
  expect(await ended).toMatch(/^retry: \d+\n/);
  const again = await open();
  await again.read();
  await Promise.all([again, ...readers].map((reader) => reader.cancel().catch(() => {})));
  await cluster.process('api-1').start();
});

test.each(['temporal-history-1', 'temporal-matching', 'temporal-frontend', 'worker-core-1', 'RabbitMQ', 'Postgres'])(
  '%s is killed and started again, and invoices are paid',
  async (name) => {
    await cluster.process(name).kill();
    await cluster.process(name).start();
    await until(async () => (await fetch(`${cluster.started.url}/health/ready`)).ok, 'an API is ready');
    await payOne();
  },
);
