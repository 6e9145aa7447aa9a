import { connect } from 'amqplib';
import { expect, test } from 'vitest';
import { processesOf } from '../start/checkout.fixture.ts';
import { useRabbitMq } from '../testing/nodes.ts';

const rabbit = useRabbitMq();

test('a broker takes a quorum queue, and stopping it leaves neither the broker nor a port mapper', async () => {
  const connection = await connect(rabbit().url);
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue('orders', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  channel.sendToQueue('orders', Buffer.from('one'), { persistent: true });
  await channel.waitForConfirms();
  const taken = () => channel.get('orders', { noAck: true });
  await expect.poll(taken).toMatchObject({ content: Buffer.from('one') });
  await connection.close();

  const home = rabbit().dataDir;
  expect(processesOf(home).length).toBeGreaterThan(0);
  await rabbit().stop();
  // Erlang's helpers notice that the broker is gone a moment after it.
  await expect.poll(() => processesOf(home)).toEqual([]);
});
