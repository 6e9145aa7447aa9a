import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { isUuid } from '../../domain/ids.ts';
import type { BusMessage } from './port.ts';
import { asError, headerNumber, messageOf, parkingQueue, REATTACH_MS } from './rabbitmq-consumer.ts';

/** A message that a consumer gave up. */
export interface ParkedMessage {
  readonly queue: string;
  /** Null: not one of our messages; then `raw` is all there is. */
  readonly message: BusMessage | null;
  readonly raw: string;
  readonly attempts: number;
  readonly reason: string;
}

export type OnParked = (parked: ParkedMessage) => Promise<void>;

interface ParkedConsumerOptions {
  readonly queue: string;
  readonly maxAttempts: number;
  readonly onParked: OnParked;
}

/**
 * Hands over what arrives in the parking queue of a consumer, also what the broker itself moves there: messages that
 * killed their consumer too often, and those that nobody can read. Each stays in the queue until it was taken over.
 */
export class ParkedConsumer {
  readonly #options: ParkedConsumerOptions;
  readonly #onTrouble: (error: Error) => void;
  readonly #taking = new Set<Promise<void>>();
  #beginning: { readonly model: ChannelModel; readonly done: Promise<void> } | undefined;
  #attached: Attached | undefined;
  #closed = false;

  constructor(options: ParkedConsumerOptions, onTrouble: (error: Error) => void) {
    this.#options = options;
    this.#onTrouble = onTrouble;
  }

  /** After the consumer of the queue, which declares the parking queue. Once for each connection. */
  attach(model: ChannelModel): Promise<void> {
    if (this.#beginning?.model !== model) this.#beginning = { model, done: this.#attach(model) };
    return this.#beginning.done;
  }

  async #attach(model: ChannelModel): Promise<void> {
    const channel = await model.createChannel();
    const ended = new AbortController();
    channel.on('error', (error: Error) => this.#onTrouble(error));
    channel.on('close', () => {
      ended.abort();
      if (this.#beginning?.model !== model) return;
      this.#attached = undefined;
      this.#beginning = undefined;
      // If the connection is lost too, this fails and the next connection attaches.
      if (!this.#closed) setTimeout(() => this.#reattach(model), REATTACH_MS);
    });
    await channel.prefetch(TAKEN_AT_ONCE);
    const { consumerTag } = await channel.consume(parkingQueue(this.#options.queue), (delivery) => {
      if (delivery) this.#take({ channel, ended: ended.signal }, delivery);
    });
    this.#attached = { channel, consumerTag };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#beginning?.done.catch(() => {});
    const attached = this.#attached;
    if (!attached) return;
    await attached.channel.cancel(attached.consumerTag).catch(() => {});
    await Promise.allSettled(this.#taking);
    await attached.channel.close().catch(() => {});
  }

  #reattach(model: ChannelModel): void {
    if (this.#closed || this.#beginning) return;
    this.attach(model).catch((error: unknown) => this.#onTrouble(asError(error)));
  }

  #take(on: OpenChannel, delivery: ConsumeMessage): void {
    const taken = this.#takeOver(on, delivery).catch((error: unknown) => this.#onTrouble(asError(error)));
    this.#taking.add(taken);
    void taken.finally(() => this.#taking.delete(taken));
  }

  /** Not given back between tries: the broker counts deliveries. It has the message until the acknowledgement. */
  async #takeOver({ channel, ended }: OpenChannel, delivery: ConsumeMessage): Promise<void> {
    const parked = parkedMessage(this.#options, delivery);
    while (!this.#closed && !ended.aborted) {
      try {
        await this.#options.onParked(parked);
        if (!ended.aborted) channel.ack(delivery);
        return;
      } catch (error) {
        this.#onTrouble(asError(error));
        await sleep(TRY_AGAIN_MS, undefined, { signal: ended }).catch(() => {});
      }
    }
  }
}

interface Attached {
  readonly channel: Channel;
  readonly consumerTag: string;
}

interface OpenChannel {
  readonly channel: Channel;
  readonly ended: AbortSignal;
}

const TAKEN_AT_ONCE = 10;
const TRY_AGAIN_MS = 1_000;

function parkedMessage({ queue, maxAttempts }: ParkedConsumerOptions, delivery: ConsumeMessage): ParkedMessage {
  const message = messageOf(delivery);
  const headers = delivery.properties.headers ?? {};
  const counted = headerNumber(delivery, 'x-attempt');
  const [death] = headers['x-death'] ?? [];
  // The library's types do not know this reason.
  const isKiller = String(death?.reason) === 'delivery_limit';
  return {
    queue,
    message: message !== undefined && isUuid(message.eventId) ? message : null,
    raw: delivery.content.toString('utf8'),
    attempts: Math.max(counted, isKiller ? maxAttempts : 1),
    reason: isKiller ? KILLER : String(headers['x-error'] ?? UNREADABLE),
  };
}

const KILLER = 'It was delivered too often without an answer: its consumer died or hung each time.';
const UNREADABLE = 'It cannot be read: it is not one of our messages.';
