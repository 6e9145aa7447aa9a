import { type ChannelModel, type ConfirmChannel, connect, type RecoveringChannelModel } from 'amqplib';
import type { TlsSettings } from '../../settings/config.ts';
import { explainedBus, socketOptions } from './broker.ts';
import { WAITING_ALERT_MS } from './outage.ts';
import {
  type Bus,
  type BusConsumer,
  type BusHandler,
  type BusMessage,
  BusUnavailableError,
  type ConsumeOptions,
} from './port.ts';
import { EXCHANGE, type FailedMessage, RabbitMqConsumer } from './rabbitmq-consumer.ts';
import { type OnParked, ParkedConsumer } from './rabbitmq-parked.ts';
import { traced, traceHeaders } from './traced.ts';

export interface RabbitMqBusOptions {
  readonly url: string;
  /** For an `amqps:` URL; by default the public authorities and no client certificate. */
  readonly tls?: TlsSettings;
  /** Pauses before a failed message is handled again; the last one repeats. */
  readonly retryDelaysMs?: readonly number[];
  /** After this many failures a message is parked. Outages of our own services do not count. */
  readonly maxAttempts?: number;
  /**
   * Takes over a parked message: it leaves the queue `<queue>.parked` once the promise resolves, and is given again if
   * it rejects. By default messages stay in that queue.
   */
  readonly onParked?: OnParked;
  /** Called for each waiting message once an outage has lasted for `waitingAlertMs`. */
  readonly onWaiting?: (waiting: FailedMessage) => void;
  /** Called when messages of `<queue>:<topic>` are handled again after an outage. */
  readonly onWaitingOver?: (subject: string) => void;
  readonly waitingAlertMs?: number;
  readonly now?: () => number;
  /** Called for lost connections and closed channels, which reopen automatically. */
  readonly onTrouble?: (error: Error) => void;
}

/**
 * The bus over RabbitMQ 3.10 or newer: a durable topic exchange, quorum queues, publisher confirms. Returns at once;
 * while there is no connection, `publish` fails with `BusUnavailableError`, and consumers start when there is one.
 *
 * A failed message waits in `<queue>.retry.<ms>` and comes back; after `maxAttempts` failures, or after killing its
 * consumer as often, it is parked in `<queue>.parked`, from where `onParked` takes it. A message that hit an outage
 * comes back for as long as the outage lasts and is never parked for it.
 */
export async function openRabbitMqBus(options: RabbitMqBusOptions): Promise<Bus> {
  const bus = new RabbitMqBus(options);
  await bus.open();
  return bus;
}

class RabbitMqBus implements Bus {
  readonly #options: RabbitMqBusOptions;
  readonly #consumers = new Set<Pick<RabbitMqConsumer, 'attach' | 'close'>>();
  #connection: RecoveringChannelModel | undefined;
  #model: ChannelModel | undefined;
  #publisher: Publisher | undefined;

  constructor(options: RabbitMqBusOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const recovery = {
      initialDelay: 100,
      maxDelay: 5_000,
      waitForConnect: false,
      setup: (model: ChannelModel) => this.#setUp(model),
    };
    const connection = await connect(this.#options.url, { noDelay: true, ...socketOptions(this.#options), recovery });
    connection.on('disconnect', (error) => {
      this.#model = undefined;
      this.#publisher = undefined;
      this.#trouble(error);
    });
    connection.on('connect-failed', (error) => {
      void explainedBus(error, this.#options).then((reason) => this.#trouble(reason));
    });
    // The model reports it already.
    connection.on('error', () => {});
    this.#connection = connection;
  }

  publish(message: BusMessage, queue?: string): Promise<void> {
    if (!this.#publisher) return Promise.reject(new BusUnavailableError('RabbitMQ is not connected.'));
    return this.#publisher.publish(message, queue);
  }

  async consume(
    queue: string,
    topics: readonly string[],
    handler: BusHandler,
    { concurrency }: ConsumeOptions,
  ): Promise<BusConsumer> {
    const {
      retryDelaysMs = DEFAULT_RETRY_DELAYS_MS,
      maxAttempts = DEFAULT_MAX_ATTEMPTS,
      onWaiting = () => {},
      onWaitingOver = () => {},
      waitingAlertMs = WAITING_ALERT_MS,
      now = Date.now,
    } = this.#options;
    const consumer = new RabbitMqConsumer(
      {
        queue,
        topics,
        handler: traced(queue, handler),
        concurrency,
        retryDelaysMs,
        maxAttempts,
        onWaiting,
        onWaitingOver,
        waitingAlertMs,
        now,
      },
      (error) => this.#trouble(error),
    );
    const parts = [consumer, ...this.#parkedConsumer(queue)];
    for (const part of parts) this.#consumers.add(part);
    if (this.#model) for (const part of parts) await part.attach(this.#model);
    return {
      close: async () => {
        for (const part of parts) this.#consumers.delete(part);
        await Promise.all(parts.map((part) => part.close()));
      },
    };
  }

  #parkedConsumer(queue: string): ParkedConsumer[] {
    const { onParked, maxAttempts = DEFAULT_MAX_ATTEMPTS } = this.#options;
    if (onParked === undefined) return [];
    return [new ParkedConsumer({ queue, maxAttempts, onParked }, (error) => this.#trouble(error))];
  }

  async close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.close()));
    this.#consumers.clear();
    this.#publisher = undefined;
    this.#model = undefined;
    await this.#connection?.close();
  }

  /**
   * Runs after every successful connect. Queues are bound before anything is published, so the first message reaches
   * all of them.
   */
  async #setUp(model: ChannelModel): Promise<void> {
    // The library listens for errors only after the setup; until then a lost connection would end the process.
    model.on('error', (error) => this.#trouble(error));
    const channel = await model.createChannel();
    await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
    await channel.close();
    this.#model = model;
    for (const consumer of this.#consumers) await consumer.attach(model);
    await this.#openPublisher(model);
  }

  async #openPublisher(model: ChannelModel): Promise<void> {
    const channel = await model.createConfirmChannel();
    channel.on('error', (error: Error) => this.#trouble(error));
    const publisher = new Publisher(channel);
    channel.on('close', () => {
      if (this.#publisher === publisher) this.#publisher = undefined;
      // A broker may close one channel and keep the connection; a lost connection brings a new model.
      if (this.#model === model) setTimeout(() => this.#reopenPublisher(model), REOPEN_MS);
    });
    this.#publisher = publisher;
  }

  #reopenPublisher(model: ChannelModel): void {
    if (this.#model === model) this.#openPublisher(model).catch((error: Error) => this.#trouble(error));
  }

  #trouble(error: Error): void {
    this.#options.onTrouble?.(error);
  }
}

/**
 * Publishes with confirms. A message that no queue is bound for is returned and is an error: it must stay in the
 * outbox.
 */
class Publisher {
  readonly #channel: ConfirmChannel;
  readonly #returned = new Set<string>();
  #count = 0;

  constructor(channel: ConfirmChannel) {
    this.#channel = channel;
    // The broker sends a message back before it confirms it.
    channel.on('return', ({ properties }: { properties: { correlationId?: unknown } }) =>
      this.#returned.add(String(properties.correlationId)),
    );
  }

  publish(message: BusMessage, queue?: string): Promise<void> {
    this.#count += 1;
    // The default exchange brings a message to the queue of that name alone.
    const [exchange, routingKey] = queue === undefined ? [EXCHANGE, message.topic] : ['', queue];
    const correlationId = String(this.#count);
    const properties = {
      persistent: true,
      mandatory: true,
      messageId: message.eventId,
      type: message.topic,
      correlationId,
      ...traceHeaders(message),
    };
    return new Promise((resolve, reject) => {
      const confirmed = (error: unknown): void => {
        if (error) reject(new BusUnavailableError('RabbitMQ did not confirm the message.', { cause: error }));
        else if (this.#returned.delete(correlationId)) reject(new Error(`Nobody consumes ${message.topic}.`));
        else resolve();
      };
      try {
        this.#channel.publish(
          exchange,
          routingKey,
          Buffer.from(JSON.stringify(message.payload)),
          properties,
          confirmed,
        );
      } catch (error) {
        reject(new BusUnavailableError('The channel to RabbitMQ is closed.', { cause: error }));
      }
    });
  }
}

export const DEFAULT_RETRY_DELAYS_MS = [1_000, 10_000, 60_000];
const DEFAULT_MAX_ATTEMPTS = 20;
const REOPEN_MS = 500;
