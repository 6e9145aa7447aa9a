import { ServiceUnavailableError } from './outage.ts';

/** A message from the outbox to consumers. */
export interface BusMessage {
  /** The same for every delivery: consumers drop messages that they have seen. */
  readonly eventId: string;
  /** Words separated by dots, e.g. `event.invoice.done`. */
  readonly topic: string;
  readonly payload: unknown;
  /** The span that sent it. */
  readonly traceparent?: string | undefined;
}

export type BusHandler = (message: BusMessage) => Promise<void>;

export interface ConsumeOptions {
  /** Messages handled at once. */
  readonly concurrency: number;
}

export interface BusConsumer {
  /** Accepts no more messages and waits for those being handled. */
  close(): Promise<void>;
}

/**
 * Carries messages to consumers, each at least once, in no particular order. A message whose handler fails is delivered
 * again after a pause, while others go on. An error that `isOutage()` recognizes is retried for as long as it lasts and
 * never counts as an attempt.
 */
export interface Bus {
  /**
   * Resolves when the message is safe: every matching consumer has handled it (in-process), or the broker has it on
   * disk for every matching queue (RabbitMQ).
   *
   * @param queue only this consumer gets it; by default every matching one.
   * @throws BusUnavailableError when nothing can be sent at all now; any other error when this message has no consumer
   *   or a handler failed.
   */
  publish(message: BusMessage, queue?: string): Promise<void>;
  /**
   * @param queue names the consumer for good; two with one name share the messages.
   * @param topics patterns as in AMQP: `*` is one word, `#` any number of words (`event.#`).
   */
  consume(queue: string, topics: readonly string[], handler: BusHandler, options: ConsumeOptions): Promise<BusConsumer>;
  close(): Promise<void>;
}

/** The bus itself is down: the message is not at fault and should be retried soon. */
export class BusUnavailableError extends ServiceUnavailableError {
  override readonly name = 'BusUnavailableError';
}

/** Whether a topic matches a pattern, by the rules of an AMQP topic exchange. */
export function topicMatches(pattern: string, topic: string): boolean {
  return wordsMatch(pattern.split('.'), topic.split('.'));
}

function wordsMatch(pattern: readonly string[], words: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return words.length === 0;
  if (first === '#') return words.some((_, skip) => wordsMatch(rest, words.slice(skip))) || wordsMatch(rest, []);
  return words.length > 0 && (first === '*' || first === words[0]) && wordsMatch(rest, words.slice(1));
}
