import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { type Bus, type BusHandler, type BusMessage, BusUnavailableError, topicMatches } from './port.ts';
import { traced } from './traced.ts';

/**
 * The bus of a single process. It stores nothing: `publish` resolves when every matching consumer is done, so the
 * publisher (the relay) still has the message until then, and a crash loses none.
 *
 * When some consumers of a message fail, the next attempt goes to these only.
 */
export function createInProcessBus(): Bus {
  const consumers = new Map<string, Consumer[]>();
  // Which queues have handled a message that failed in another queue. A forgotten entry is only handled again.
  const handled = new LRUCache<string, true>({ max: 20_000 });
  let closed = false;

  async function handOver(queue: string, members: readonly Consumer[], message: BusMessage): Promise<void> {
    const key = handledKey(queue, message);
    if (handled.has(key)) return;
    const free = members.reduce((best, each) => (each.load < best.load ? each : best));
    await free.handle(message);
    handled.set(key, true);
  }

  return {
    async publish(message, onlyTo) {
      if (closed) throw new BusUnavailableError('The bus is closed.');
      const matching = [...consumers].flatMap(([queue, members]) => {
        const interested = members.filter(({ topics }) =>
          topics.some((pattern) => topicMatches(pattern, message.topic)),
        );
        const isRequested = onlyTo === undefined || onlyTo === queue;
        return isRequested && interested.length > 0 ? [{ queue, interested }] : [];
      });
      if (matching.length === 0) throw new Error(`Nobody consumes ${message.topic}.`);
      const results = await Promise.allSettled(
        matching.map(({ queue, interested }) => handOver(queue, interested, message)),
      );
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (failures.length > 0) throw failures[0];
      for (const { queue } of matching) handled.delete(handledKey(queue, message));
    },
    async consume(queue, topics, handler, { concurrency }) {
      const consumer = createConsumer(topics, traced(queue, handler), concurrency);
      consumers.set(queue, [...(consumers.get(queue) ?? []), consumer]);
      return {
        close: async () => {
          const others = (consumers.get(queue) ?? []).filter((each) => each !== consumer);
          if (others.length > 0) consumers.set(queue, others);
          else consumers.delete(queue);
          await consumer.idle();
        },
      };
    },
    async close() {
      closed = true;
      await Promise.all([...consumers.values()].flat().map((consumer) => consumer.idle()));
      consumers.clear();
    },
  };
}

interface Consumer {
  readonly topics: readonly string[];
  /** Messages that are being handled or wait for it. */
  readonly load: number;
  /** Rejects with what the handler throws. */
  handle(message: BusMessage): Promise<void>;
  /** Resolves when all messages of now are handled. */
  idle(): Promise<void>;
}

/** Runs the handler for at most `concurrency` messages at once; the others wait in order. */
function createConsumer(topics: readonly string[], handler: BusHandler, concurrency: number): Consumer {
  const limit = pLimit(concurrency);
  const open = new Set<Promise<void>>();
  return {
    topics,
    get load() {
      return open.size;
    },
    handle(message) {
      const handling = limit(handler, message).finally(() => open.delete(handling));
      open.add(handling);
      return handling;
    },
    idle: async () => void (await Promise.allSettled(open)),
  };
}

function handledKey(queue: string, { eventId }: BusMessage): string {
  return `${queue} ${eventId}`;
}
