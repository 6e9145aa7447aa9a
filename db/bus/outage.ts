import { ConnectionError } from 'sequelize';
import { sqlState } from '../core/sequelize.ts';

/**
 * One of our services is unreachable or cannot accept work now. The message is not at fault, so this never counts as
 * one of its attempts.
 */
export class ServiceUnavailableError extends Error {
  override readonly name: string = 'ServiceUnavailableError';
}

/**
 * Whether an error means that one of our services (bus, Temporal, Postgres, mail server) is unavailable, as opposed to
 * a message that cannot be handled. Checks the causes of the error too.
 */
export function isOutage(error: unknown): boolean {
  for (let each: unknown = error, depth = 0; each instanceof Error && depth < MAX_DEPTH; depth += 1) {
    if (each instanceof ServiceUnavailableError || each instanceof ConnectionError || isPostgresOutage(each))
      return true;
    if (SOCKET_ERRORS.has(String((each as NodeJS.ErrnoException).code))) return true;
    each = each.cause ?? ('original' in each ? each.original : undefined);
  }
  return false;
}

const MAX_DEPTH = 10;

const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
]);

function isPostgresOutage(error: Error): boolean {
  if (LOST_CONNECTION.test(error.message)) return true;
  const state = sqlState(error);
  return state !== undefined && (OUTAGE_CLASSES.has(state.slice(0, 2)) || OUTAGE_STATES.has(state));
}

/** The driver's messages, which have no code, for a server that went away during a statement. */
const LOST_CONNECTION = /^(Connection terminated|Client has encountered a connection error|timeout expired)/;

/**
 * Connection exceptions, insufficient resources, operator intervention (shutdown, time-out) and system errors
 * (PostgreSQL appendix A).
 */
const OUTAGE_CLASSES = new Set(['08', '53', '57', '58']);

/**
 * Read-only after a failover; serialization failure, deadlock and lock timeout, which are caused by other transactions.
 */
const OUTAGE_STATES = new Set(['25006', '40001', '40P01', '55P03']);

/** Messages that have waited for a service this long raise an alert. */
export const WAITING_ALERT_MS = 120_000;

/** Twice the longest pause of a message that waits for a service. */
const OPEN_MS = 10_000;

/** Since when the messages of each topic wait for a service, as one process knows it. */
export class Outages {
  /** Null: the topic gets through. */
  readonly #sinceMs = new Map<string, number | null>();
  #waitedAtMs = Number.NEGATIVE_INFINITY;

  /** Notes that a message of the topic has to wait. @returns for how long the topic does */
  wait(topic: string, nowMs: number): number {
    this.#waitedAtMs = nowMs;
    const sinceMs = this.#sinceMs.get(topic) ?? nowMs;
    this.#sinceMs.set(topic, sinceMs);
    return nowMs - sinceMs;
  }

  /** Whether a message had to wait a moment ago: once a service is back, another process may send the topic's rest. */
  areOpen(nowMs: number): boolean {
    return nowMs - this.#waitedAtMs < OPEN_MS;
  }

  /**
   * Notes that a message of the topic got through. @returns whether its alert may be open: after an outage, and the
   * first time, because an earlier process may have ended in an outage
   */
  end(topic: string): boolean {
    const mayBeOpen = this.#sinceMs.get(topic) !== null;
    this.#sinceMs.set(topic, null);
    return mayBeOpen;
  }
}

/**
 * After a call that hit an outage, refuses all others for a moment, because each would use a connection until it times
 * out.
 */
export class Breaker {
  readonly #service: string;
  readonly #restMs: number;
  readonly #now: () => number;
  #openUntilMs = 0;

  constructor(service: string, restMs = 1_000, now = Date.now) {
    this.#service = service;
    this.#restMs = restMs;
    this.#now = now;
  }

  /** @throws ServiceUnavailableError without a call while the service rests. */
  async guard<T>(call: () => Promise<T>, isAway: (error: unknown) => boolean): Promise<T> {
    if (this.#now() < this.#openUntilMs) throw new ServiceUnavailableError(`${this.#service} is unavailable.`);
    try {
      return await call();
    } catch (error) {
      if (!isAway(error)) throw error;
      this.#openUntilMs = this.#now() + this.#restMs;
      throw new ServiceUnavailableError(`${this.#service} is unavailable.`, { cause: error });
    }
  }
}
