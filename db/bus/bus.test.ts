import { type Channel, connect } from 'amqplib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { useRabbitMq } from '../../scripts/testing/nodes.ts';
import { breakableProxy } from './breakable-proxy.fixture.ts';
import { createInProcessBus } from './in-process.ts';
import { type Bus, type BusMessage, BusUnavailableError, topicMatches } from './port.ts';
import { openRabbitMqBus } from './rabbitmq.ts';
import type { ParkedMessage } from './rabbitmq-parked.ts';

const rabbit = useRabbitMq();
const parked: ParkedMessage[] = [];

const kinds: { name: string; open: () => Promise<Bus>; retriesItself: boolean }[] = [
  { name: 'in-process', open: () => Promise.resolve(createInProcessBus()), retriesItself: false },
  {
    name: 'RabbitMQ',
    open: () =>
      openRabbitMqBus({
        url: rabbit().url,
        retryDelaysMs: [20, 40],
        maxAttempts: 4,
        onParked: async (entry) => void parked.push(entry),
      }),
    retriesItself: true,
  },
];

const patience = { timeout: 60_000, interval: 5 };

describe.each(kinds)('the $name bus', ({ open, retriesItself }) => {
  let bus: Bus;
  // Broker queues outlive a test, so each test has topics and queues of its own.
  let name: string;

  beforeEach(async () => {
    name = newId();
    bus = await open();
  });
  afterEach(() => bus.close());

  function message(topic: string, payload: unknown = { n: 1 }): BusMessage {
    return { eventId: newId(), topic: `${name}.${topic}`, payload };
  }

  async function collect(queue: string, topic: string, concurrency = 4) {
    const got: BusMessage[] = [];
    const consumer = await bus.consume(`${name}-${queue}`, [`${name}.${topic}`], async (each) => void got.push(each), {
      concurrency,
    });
    return { got, consumer };
  }

  /** As the relay does: until it is taken. */
  async function publish(each: BusMessage): Promise<void> {
    await vi.waitFor(() => bus.publish(each), patience);
  }

  it('brings a message to every consumer whose pattern fits, unchanged', async () => {
    const all = await collect('all', '#');
    const done = await collect('done', 'invoice.*');
    const other = await collect('other', 'payout.*');
    const sent = message('invoice.done', { amount: '0.00150000', nested: [1, null, 'é'] });
    await publish(sent);
    await vi.waitFor(() => expect([all.got, done.got]).toEqual([[sent], [sent]]), patience);
    expect(other.got).toEqual([]);
  });

  it('brings a message to one consumer alone if it is asked to', async () => {
    const [one, other] = [await collect('one', '#'), await collect('other', '#')];
    await publish(message('first'));
    await vi.waitFor(() => expect([one.got.length, other.got.length]).toEqual([1, 1]), patience);
    const sent = message('again');
    await bus.publish(sent, `${name}-one`);
    await vi.waitFor(() => expect(one.got).toContainEqual(sent), patience);
    expect(other.got).toHaveLength(1);
    await expect(bus.publish(sent, `${name}-nobody`)).rejects.toThrow(/Nobody consumes/);
  });

  it('shares the messages among consumers of one queue', async () => {
    const [first, second] = [await collect('shared', '#', 1), await collect('shared', '#', 1)];
    const sent = Array.from({ length: 20 }, (_, n) => message('x', { n }));
    await Promise.all(sent.map(publish));
    await vi.waitFor(() => expect(first.got.length + second.got.length).toBe(20), patience);
  });

  it('refuses a message nobody consumes, so that it stays in the outbox', async () => {
    await collect('some', 'known');
    await publish(message('known'));
    await expect(bus.publish(message('unknown'))).rejects.toThrow(/Nobody consumes/);
  });

  it('handles only so many at once', async () => {
    let [running, most, handled] = [0, 0, 0];
    const handler = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      handled += 1;
    };
    await bus.consume(name, [`${name}.#`], handler, { concurrency: 3 });
    await Promise.all(Array.from({ length: 12 }, () => publish(message('x'))));
    await vi.waitFor(() => expect(handled).toBe(12), patience);
    expect(most).toBe(3);
  });

  it('gives a failed message to its handler again, and to no other', async () => {
    const calm = await collect('calm', '#');
    const failing = vi
      .fn<(each: BusMessage) => Promise<void>>()
      .mockRejectedValueOnce(new Error('not now'))
      .mockResolvedValue();
    await bus.consume(`${name}-failing`, [`${name}.#`], failing, { concurrency: 1 });
    const sent = { ...message('x'), traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    if (!retriesItself) await expect(bus.publish(sent)).rejects.toThrow('not now');
    await publish(sent);
    await vi.waitFor(() => expect(failing.mock.calls).toEqual([[sent], [sent]]), patience);
    expect(calm.got).toEqual([sent]);
  });

  it('is not held up by messages that keep failing', async () => {
    const handled: unknown[] = [];
    const handler = async ({ payload }: BusMessage) => {
      if (payload === 'bad') throw new Error('bad');
      handled.push(payload);
    };
    await bus.consume(name, [`${name}.#`], handler, { concurrency: 1 });
    const sent = ['bad', 1, 'bad', 2, 'bad', 3].map((payload) => message('x', payload));
    await vi.waitFor(() => bus.publish(message('x', 0)), patience);
    await Promise.allSettled(sent.map((each) => bus.publish(each)));
    await vi.waitFor(() => expect(handled).toEqual([0, 1, 2, 3]), patience);
  });

  it('finishes what is being handled when a consumer closes, and gives it nothing more', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const handled: string[] = [];
    const handler = async ({ eventId }: BusMessage) => {
      started.resolve();
      await release.promise;
      handled.push(eventId);
    };
    const consumer = await bus.consume(name, [`${name}.#`], handler, { concurrency: 1 });
    const sent = message('x');
    const published = publish(sent);
    await started.promise;
    const closed = consumer.close();
    release.resolve();
    await Promise.all([closed, published]);
    expect(handled).toEqual([sent.eventId]);
  });
});

describe('RabbitMQ alone', () => {
  const options = () => ({
    url: rabbit().url,
    retryDelaysMs: [10],
    maxAttempts: 3,
    onParked: async (entry: ParkedMessage) => void parked.push(entry),
  });

  it('parks what failed too often, with the alarm', async () => {
    const bus = await openRabbitMqBus(options());
    const queue = newId();
    const handler = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('never'));
    await bus.consume(queue, [`${queue}.#`], handler, { concurrency: 1 });
    const sent = { eventId: newId(), topic: `${queue}.x`, payload: { n: 1 } };
    await vi.waitFor(() => bus.publish(sent), patience);
    await vi.waitFor(() => expect(parked.find((entry) => entry.queue === queue)?.message).toEqual(sent), patience);
    expect(handler).toHaveBeenCalledTimes(3);
    expect(parkedOf(queue)).toMatchObject([{ attempts: 3, reason: 'never' }]);
    await vi.waitFor(async () => expect(await lengthOf(`${queue}.parked`)).toBe(0), patience);
    await bus.close();
  });

  it('parks what kills its consumer each time, with the alarm', async () => {
    const queue = newId();
    const stuck = vi.fn(() => new Promise<void>(() => {}));
    const attach = async (url: string) => {
      const bus = await openRabbitMqBus({ ...options(), url });
      await bus.consume(queue, [`${queue}.#`], stuck, { concurrency: 1 });
      return bus;
    };
    const publisher = await openRabbitMqBus(options());
    const proxies = [];
    for (let kills = 0; parkedOf(queue).length === 0; kills += 1) {
      expect(kills).toBeLessThan(6);
      const proxy = await breakableProxy(rabbit().url);
      proxies.push(proxy);
      const calls = stuck.mock.calls.length;
      await attach(proxy.url);
      const sent = { eventId: newId(), topic: `${queue}.x`, payload: 1 };
      if (kills === 0) await vi.waitFor(() => publisher.publish(sent), patience);
      await vi.waitFor(() => expect(stuck.mock.calls.length + parkedOf(queue).length).toBeGreaterThan(calls), patience);
      proxy.cut('forGood');
    }
    expect(parkedOf(queue)).toMatchObject([{ attempts: 3, message: { topic: `${queue}.x`, payload: 1 } }]);
    expect(parkedOf(queue)[0]?.reason).toMatch(/died or hung/);
    await Promise.all([publisher.close(), ...proxies.map((proxy) => proxy.close())]);
  });

  it('parks what nobody can read, with its text', async () => {
    const bus = await openRabbitMqBus(options());
    const queue = newId();
    await bus.consume(queue, [`${queue}.#`], async () => {}, { concurrency: 1 });
    await vi.waitFor(() => bus.publish({ eventId: newId(), topic: `${queue}.x`, payload: 1 }), patience);
    await withChannel((channel) => channel.sendToQueue(queue, Buffer.from('nothing')));
    await vi.waitFor(() => expect(parkedOf(queue)).toMatchObject([{ message: null, raw: 'nothing' }]), patience);
    await bus.close();
  });

  it('keeps a parked message until it was taken over, also if the process dies meanwhile', async () => {
    const queue = newId();
    const proxy = await breakableProxy(rabbit().url);
    const taking = vi
      .fn<(entry: ParkedMessage) => Promise<void>>()
      .mockRejectedValueOnce(new Error('Postgres is away.'))
      .mockReturnValue(new Promise(() => {}));
    const dying = await openRabbitMqBus({ ...options(), url: proxy.url, onParked: taking });
    await dying.consume(queue, [`${queue}.#`], () => Promise.reject(new Error('never')), { concurrency: 1 });
    const sent = { eventId: newId(), topic: `${queue}.x`, payload: 1 };
    await vi.waitFor(() => dying.publish(sent), patience);
    await vi.waitFor(() => expect(taking).toHaveBeenCalledTimes(2), patience);
    proxy.cut('forGood');
    const living = await openRabbitMqBus(options());
    await living.consume(queue, [`${queue}.#`], async () => {}, { concurrency: 1 });
    await vi.waitFor(() => expect(parkedOf(queue)).toMatchObject([{ message: sent }]), patience);
    await living.close();
    await proxy.close();
  });

  it('counts no attempt while a service of ours is away, and says so once it lasts', async () => {
    const waiting: string[] = [];
    const onWaiting = ({ message, error }: { message: BusMessage; error: Error }) =>
      void waiting.push(`${message.topic}: ${error.message}`);
    const bus = await openRabbitMqBus({ ...options(), onWaiting, waitingAlertMs: 0 });
    const queue = newId();
    let calls = 0;
    const handler = async () => {
      calls += 1;
      if (calls <= 8) throw new BusUnavailableError('Temporal is away.');
      if (calls <= 10) throw new Error('not now');
    };
    await bus.consume(queue, [`${queue}.#`], handler, { concurrency: 1 });
    await vi.waitFor(() => bus.publish({ eventId: newId(), topic: `${queue}.x`, payload: 1 }), patience);
    await vi.waitFor(() => expect(calls).toBe(11), patience);
    expect(await lengthOf(`${queue}.parked`)).toBe(0);
    expect(parked.filter((entry) => entry.queue === queue)).toEqual([]);
    expect(waiting).toContain(`${queue}.x: Temporal is away.`);
    await bus.close();
  });

  it('gives what a dead consumer had in its hands to another one', async () => {
    const proxy = await breakableProxy(rabbit().url);
    const queue = newId();
    const publisher = await openRabbitMqBus(options());
    const dying = await openRabbitMqBus({ ...options(), url: proxy.url });
    const stuck = vi.fn(() => new Promise<void>(() => {}));
    await dying.consume(queue, [`${queue}.#`], stuck, { concurrency: 10 });
    for (const payload of [0, 1, 2])
      await vi.waitFor(() => publisher.publish({ eventId: newId(), topic: `${queue}.x`, payload }), patience);
    await vi.waitFor(() => expect(stuck).toHaveBeenCalledTimes(3), patience);
    proxy.cut('forGood');

    const got: unknown[] = [];
    const living = await openRabbitMqBus(options());
    await living.consume(queue, [`${queue}.#`], async ({ payload }) => void got.push(payload), { concurrency: 1 });
    await vi.waitFor(() => expect(got.sort()).toEqual([0, 1, 2]), patience);
    await Promise.all([publisher.close(), living.close(), proxy.close()]);
  });

  it('keeps messages while no consumer is attached', async () => {
    const bus = await openRabbitMqBus(options());
    const queue = newId();
    const first = await bus.consume(queue, [`${queue}.#`], async () => {}, { concurrency: 1 });
    await vi.waitFor(() => bus.publish({ eventId: newId(), topic: `${queue}.x`, payload: 'before' }), patience);
    await first.close();
    await bus.publish({ eventId: newId(), topic: `${queue}.x`, payload: 'kept' });
    const got: unknown[] = [];
    await bus.consume(queue, [`${queue}.#`], async ({ payload }) => void got.push(payload), { concurrency: 1 });
    await vi.waitFor(() => expect(got).toContain('kept'), patience);
    await bus.close();
  });

  it('comes back by itself after a lost connection, and says meanwhile that it is away', async () => {
    const proxy = await breakableProxy(rabbit().url);
    const bus = await openRabbitMqBus({ ...options(), url: proxy.url });
    const queue = newId();
    const got: unknown[] = [];
    await bus.consume(queue, [`${queue}.#`], async ({ payload }) => void got.push(payload), { concurrency: 1 });
    for (const payload of [1, 2, 3]) {
      await vi.waitFor(() => bus.publish({ eventId: newId(), topic: `${queue}.x`, payload }), patience);
      await vi.waitFor(() => expect(got).toContain(payload), patience);
      proxy.cut();
      await vi.waitFor(async () => {
        const sending = bus.publish({ eventId: newId(), topic: `${queue}.x`, payload });
        await expect(sending).rejects.toThrow(BusUnavailableError);
      }, patience);
    }
    await vi.waitFor(() => bus.publish({ eventId: newId(), topic: `${queue}.x`, payload: 4 }), patience);
    await bus.close();
    await proxy.close();
  });

  it('outlives a connection that is reset while it is being set up', async () => {
    const proxy = await breakableProxy(rabbit().url);
    const [channelOpened, exchangeDeclared] = [Buffer.from([0, 20, 0, 11]), Buffer.from([0, 40, 0, 11])];
    const reset = proxy.resetBefore(channelOpened);
    const onTrouble = vi.fn<(error: Error) => void>();
    const bus = await openRabbitMqBus({ ...options(), url: proxy.url, onTrouble });
    await reset;
    await proxy.resetBefore(exchangeDeclared);
    const queue = newId();
    await bus.consume(queue, [`${queue}.#`], async () => {}, { concurrency: 1 });
    await vi.waitFor(() => bus.publish({ eventId: newId(), topic: `${queue}.x`, payload: 1 }), patience);
    expect(onTrouble).toHaveBeenCalledWith(expect.objectContaining({ code: 'ECONNRESET' }));
    await bus.close();
    await proxy.close();
  });

  const parkedOf = (queue: string) => parked.filter((entry) => entry.queue === queue);

  async function lengthOf(queue: string): Promise<number> {
    const { messageCount } = await withChannel((channel) => channel.checkQueue(queue));
    return messageCount;
  }

  async function withChannel<T>(work: (channel: Channel) => T | Promise<T>): Promise<T> {
    const connection = await connect(rabbit().url);
    const channel = await connection.createConfirmChannel();
    const result = await work(channel);
    await channel.waitForConfirms();
    await connection.close();
    return result;
  }
});

describe('topic patterns', () => {
  it.each([
    ['event.#', 'event.invoice.done', true],
    ['event.#', 'event', true],
    ['event.*', 'event.invoice.done', false],
    ['event.*', 'event.invoice', true],
    ['#', 'anything.at.all', true],
    ['#.done', 'event.invoice.done', true],
    ['*.invoice.*', 'event.invoice.done', true],
    ['workflow.start', 'workflow.start', true],
    ['workflow.start', 'workflow.started', false],
    ['workflow.*', 'workflow', false],
  ])('%s fits %s: %s', (pattern, topic, fits) => {
    expect(topicMatches(pattern, topic)).toBe(fits);
  });
});
