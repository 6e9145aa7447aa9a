import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { isOutage, Outages } from './outage.ts';
import type { BusHandler, BusMessage } from './port.ts';
import { traceHeaders, traceparentOf } from './traced.ts';

/** The topic exchange that all messages go through. */
export const EXCHANGE = 'tidegate';

export interface RabbitMqConsumerOptions {
  readonly queue: string;
  readonly topics: readonly string[];
  readonly handler: BusHandler;
  readonly concurrency: number;
  readonly retryDelaysMs: readonly number[];
  readonly maxAttempts: number;
  readonly onWaiting: (waiting: FailedMessage) => void;
  /** A topic gets through, again or for the first time in this process. */
  readonly onWaitingOver: (subject: string) => void;
  readonly waitingAlertMs: number;
  readonly now: () => number;
}

export interface FailedMessage {
  readonly queue: string;
  readonly message: BusMessage;
  readonly error: Error;
}

/**
 * One consumer, attached again after each reconnect. A message is acknowledged only after it was handled or is safely
 * in a retry or parking queue; until then the broker keeps it and gives it to another consumer if this one dies.
 */
export class RabbitMqConsumer {
  readonly #options: RabbitMqConsumerOptions;
  readonly #onTrouble: (error: Error) => void;
  readonly #handling = new Set<Promise<void>>();
  readonly #outages = new Outages();
  #attached: { readonly channel: ConfirmChannel; readonly consumerTag: string } | undefined;
  #beginning: { readonly model: ChannelModel; readonly done: Promise<void> } | undefined;
  #closed = false;

  constructor(options: RabbitMqConsumerOptions, onTrouble: (error: Error) => void) {
    this.#options = options;
    this.#onTrouble = onTrouble;
  }

  /** Starts consuming over the connection; a second call for the same connection returns the first start. */
  attach(model: ChannelModel): Promise<void> {
    if (this.#beginning?.model !== model) this.#beginning = { model, done: this.#attach(model) };
    return this.#beginning.done;
  }

  async #attach(model: ChannelModel): Promise<void> {
    const { queue, concurrency } = this.#options;
    const channel = await model.createConfirmChannel();
    channel.on('error', (error: Error) => this.#onTrouble(error));
    await channel.prefetch(concurrency);
    await declareQueues(channel, this.#options);
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message) this.#take(channel, message);
      else this.#onTrouble(new Error(`The queue ${queue} was removed.`));
    });
    this.#attached = { channel, consumerTag };
    channel.on('close', () => {
      if (this.#attached?.channel !== channel) return;
      this.#attached = undefined;
      this.#beginning = undefined;
      // A broker may close one channel and keep the connection. If the connection is lost too, this fails and the next
      // connection attaches.
      if (!this.#closed) setTimeout(() => this.#reattach(model), REATTACH_MS);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#beginning?.done.catch(() => {});
    const attached = this.#attached;
    if (!attached) return;
    // If the connection was lost meanwhile, the broker already has its messages back.
    await attached.channel.cancel(attached.consumerTag).catch(() => {});
    await Promise.allSettled(this.#handling);
    await attached.channel.close().catch(() => {});
  }

  #reattach(model: ChannelModel): void {
    if (this.#closed || this.#attached) return;
    this.attach(model).catch((error: unknown) => this.#onTrouble(asError(error)));
  }

  #take(channel: ConfirmChannel, message: ConsumeMessage): void {
    if (this.#closed) return;
    const handled = this.#handle(channel, message).catch((error: unknown) => this.#onTrouble(asError(error)));
    this.#handling.add(handled);
    void handled.finally(() => this.#handling.delete(handled));
  }

  async #handle(channel: ConfirmChannel, delivery: ConsumeMessage): Promise<void> {
    const message = messageOf(delivery);
    // Not one of our messages: no retry will make it readable.
    if (!message) return channel.nack(delivery, false, false);
    try {
      await this.#options.handler(message);
      this.#noteEndOfOutage(message);
    } catch (error) {
      await this.#putAside(channel, { delivery, message, error: asError(error) });
    }
    channel.ack(delivery);
  }

  async #putAside(
    channel: ConfirmChannel,
    failed: { delivery: ConsumeMessage; message: BusMessage; error: Error },
  ): Promise<void> {
    const { queue, retryDelaysMs, maxAttempts } = this.#options;
    const { delivery, message, error } = failed;
    const isWaiting = isOutage(error);
    const attempts = headerNumber(delivery, 'x-attempt') + (isWaiting ? 0 : 1);
    const outages = isWaiting ? headerNumber(delivery, 'x-outage') + 1 : 0;
    // The longest pauses are for failing messages; messages that wait for a service should resume soon after its
    // return.
    const steps = isWaiting ? Math.min(outages, OUTAGE_STEPS) : attempts;
    const delayMs = retryDelaysMs[Math.min(steps, retryDelaysMs.length) - 1];
    const isParked = (!isWaiting && attempts >= maxAttempts) || delayMs === undefined;
    const target = isParked ? parkingQueue(queue) : retryQueue(queue, delayMs);
    const properties = {
      persistent: true,
      messageId: message.eventId,
      type: message.topic,
      headers: {
        ...traceHeaders(message).headers,
        'x-attempt': attempts,
        'x-outage': outages,
        'x-error': error.message.slice(0, 500),
      },
    };
    await new Promise<void>((resolve, reject) => {
      channel.sendToQueue(target, delivery.content, properties, (refused: unknown) =>
        refused ? reject(asError(refused)) : resolve(),
      );
    });
    if (isWaiting && !isParked) this.#noteOutage({ queue, message, error });
  }

  #noteOutage(waiting: FailedMessage): void {
    const awayMs = this.#outages.wait(waiting.message.topic, this.#options.now());
    if (awayMs >= this.#options.waitingAlertMs) this.#options.onWaiting(waiting);
  }

  #noteEndOfOutage({ topic }: BusMessage): void {
    if (this.#outages.end(topic)) this.#options.onWaitingOver(`${this.#options.queue}:${topic}`);
  }
}

export const REATTACH_MS = 500;
/** How many of the pauses apply while one of our services is unavailable. */
const OUTAGE_STEPS = 2;

export function headerNumber({ properties }: ConsumeMessage, name: string): number {
  return Number(properties.headers?.[name] ?? 0);
}

/** The queues of a consumer: its own, the retry queues and the parking queue. */
async function declareQueues(
  channel: ConfirmChannel,
  { queue, topics, retryDelaysMs, maxAttempts }: RabbitMqConsumerOptions,
): Promise<void> {
  const quorum = { 'x-queue-type': 'quorum' };
  // Dead letters are moved at least once only if a full target rejects instead of dropping.
  const deadLetters = {
    'x-dead-letter-exchange': '',
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
  };
  await channel.assertQueue(parkingQueue(queue), { durable: true, arguments: quorum });
  for (const delayMs of new Set(retryDelaysMs)) {
    const waiting = { ...quorum, ...deadLetters, 'x-message-ttl': delayMs, 'x-dead-letter-routing-key': queue };
    await channel.assertQueue(retryQueue(queue, delayMs), { durable: true, arguments: waiting });
  }
  // The limit counts deliveries without an answer, so a message that kills its consumer is parked too.
  const own = {
    ...quorum,
    ...deadLetters,
    'x-delivery-limit': maxAttempts,
    'x-dead-letter-routing-key': parkingQueue(queue),
  };
  await channel.assertQueue(queue, { durable: true, arguments: own });
  for (const pattern of topics) await channel.bindQueue(queue, EXCHANGE, pattern);
}

export function parkingQueue(queue: string): string {
  return `${queue}.parked`;
}

export function retryQueue(queue: string, delayMs: number): string {
  return `${queue}.retry.${delayMs}`;
}

export function messageOf({ properties, content }: ConsumeMessage): BusMessage | undefined {
  try {
    const payload: unknown = JSON.parse(content.toString('utf8'));
    const traceparent = traceparentOf(properties.headers);
    return { eventId: String(properties.messageId), topic: String(properties.type), payload, traceparent };
  } catch {
    return undefined;
  }
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
