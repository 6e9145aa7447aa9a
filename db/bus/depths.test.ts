import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { useRabbitMq } from '../../scripts/testing/nodes.ts';
import { readBusDepths } from './depths.ts';
import type { Bus } from './port.ts';
import { openRabbitMqBus } from './rabbitmq.ts';

const rabbit = useRabbitMq();
const queue = `depths-${newId()}`;
let bus: Bus;
beforeAll(async () => {
  bus = await openRabbitMqBus({ url: rabbit().url });
  const fail = () => Promise.reject(new Error('It cannot be handled.'));
  const consumer = await bus.consume(queue, [`${queue}.#`], fail, { concurrency: 1 });
  const message = () => ({ eventId: newId(), topic: `${queue}.one`, payload: {} });
  await vi.waitFor(() => bus.publish(message()), { timeout: 60_000 });
  // The failed message waits in a retry queue, then in the consumer's own.
  await vi.waitFor(
    async () => expect((await readBusDepths({ url: rabbit().url }, [queue]))[0]?.retrying).toBe(1),
    10_000,
  );
  await consumer.close();
  await bus.publish(message());
});
afterAll(() => bus?.close());

test('messages of a consumer are counted where they wait, and queues that do not exist are empty', async () => {
  await vi.waitFor(async () => {
    expect(await readBusDepths({ url: rabbit().url }, [queue, `none-${queue}`])).toEqual([
      { queue, waiting: 2, retrying: 0, parked: 0 },
      { queue: `none-${queue}`, waiting: 0, retrying: 0, parked: 0 },
    ]);
  }, 60_000);
});

test('a broker that does not answer is an error, not zero', async () => {
  await expect(readBusDepths({ url: 'amqp://127.0.0.1:1' }, [queue])).rejects.toThrow();
});
