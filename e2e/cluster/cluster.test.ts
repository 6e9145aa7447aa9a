import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCluster, type TestCluster } from '../../scripts/testing/cluster.ts';
import { until } from '../../scripts/testing/until.ts';
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
