import { type Bus, type BusHandler, type BusMessage, BusUnavailable, topicMatches } from './port.ts';

/**
 * The bus of a single process. It stores nothing: `publish` resolves when every matching consumer is done, so whoever
 * publishes (the relay) still has the message until then, and a crash loses none.
 *
 * When some consumers of a message fail, the next attempt goes to these only.
 */
export function createInProcessBus(): Bus {
  const consumers = new Map<string, Consumer[]>();
  const taken = new TakenBefore();
  let closed = false;

  async function handOver(queue: string, members: readonly Consumer[], message: BusMessage): Promise<void> {
    if (taken.has(queue, message.eventId)) return;
    const free = members.reduce((best, each) => (each.load < best.load ? each : best));
    await free.handle(message);
    taken.add(queue, message.eventId);
  }

  return {
    async publish(message) {
      if (closed) throw new BusUnavailable('The bus is closed.');
      const matching = [...consumers].flatMap(([queue, members]) => {
        const interested = members.filter(({ topics }) =>
          topics.some((pattern) => topicMatches(pattern, message.topic)),
        );
        return interested.length === 0 ? [] : [{ queue, interested }];
      });
      if (matching.length === 0) throw new Error(`Nobody consumes ${message.topic}.`);
      const results = await Promise.allSettled(
        matching.map(({ queue, interested }) => handOver(queue, interested, message)),
      );
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (failures.length > 0) throw failures[0];
      for (const { queue } of matching) taken.forget(queue, message.eventId);
    },
    async consume(queue, topics, handler, { concurrency }) {
      const consumer = new Consumer(topics, handler, concurrency);
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

/** Runs a handler on at most so many messages at once; the others wait in order. */
class Consumer {
  readonly topics: readonly string[];
  readonly #handler: BusHandler;
  readonly #concurrency: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #whenIdle: (() => void)[] = [];

  constructor(topics: readonly string[], handler: BusHandler, concurrency: number) {
    this.topics = topics;
    this.#handler = handler;
    this.#concurrency = concurrency;
  }

  get load(): number {
    return this.#running + this.#waiting.length;
  }

  async handle(message: BusMessage): Promise<void> {
    if (this.#running >= this.#concurrency) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      await this.#handler(message);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#release();
    }
  }

  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #release(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    for (const resolve of this.#whenIdle) resolve();
    this.#whenIdle = [];
  }
}

/** Which consumer has taken a message that another one failed on. Bounded: what falls out is only handled again. */
class TakenBefore {
  readonly #keys = new Set<string>();

  has(queue: string, eventId: string): boolean {
    return this.#keys.has(`${queue} ${eventId}`);
  }

  add(queue: string, eventId: string): void {
    this.#keys.add(`${queue} ${eventId}`);
    if (this.#keys.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#keys;
    if (oldest !== undefined) this.#keys.delete(oldest);
  }

  forget(queue: string, eventId: string): void {
    this.#keys.delete(`${queue} ${eventId}`);
  }
}

const MAX_REMEMBERED = 20_000;
