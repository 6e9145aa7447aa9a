import { ConnectionError } from 'sequelize';
import { sqlState } from '../sequelize.ts';

/**
 * A service of ours is unreachable or takes nothing now. The message is not at fault, so this never counts as one of
 * its attempts.
 */
export class ServiceUnavailableError extends Error {
  override readonly name: string = 'ServiceUnavailableError';
}

/**
 * Whether an error says that a service of ours (bus, Temporal, Postgres, mail server) is unavailable, rather than that
 * this message cannot be handled. Looks through the causes of the error.
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
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EMFILE', 'ENFILE', 'ENOBUFS'],
]);

function isPostgresOutage(error: Error): boolean {
  if (LOST_CONNECTION.test(error.message)) return true;
  const state = sqlState(error);
  return state !== undefined && (OUTAGE_CLASSES.has(state.slice(0, 2)) || OUTAGE_STATES.has(state));
}

/** How the driver says, without a code, that the server went away amid a statement. */
const LOST_CONNECTION = /^(Connection terminated|Client has encountered a connection error|timeout expired)/;

/**
 * Connection exceptions, insufficient resources, operator intervention (shutdown, time-out) and system errors
 * (PostgreSQL appendix A).
 */
const OUTAGE_CLASSES = new Set(['08', '53', '57', '58']);

/**
 * Read-only after a failover; serialization failure, deadlock and lock time-out, which are about other transactions.
 */
const OUTAGE_STATES = new Set(['25006', '40001', '40P01', '55P03']);

/** Messages that have waited for a service for so long are an alert. */
export const WAITING_ALERT_MS = 120_000;

/**
 * After a call that met an outage, refuses all others for a moment: each of them would take a connection and its
 * time-out.
 */
export class Breaker {
  readonly #service: string;
  readonly #restMs: number;
  #openUntilMs = 0;

  constructor(service: string, restMs = 1_000) {
    this.#service = service;
    this.#restMs = restMs;
  }

  /** @throws ServiceUnavailableError without a call while the service rests. */
  async guard<T>(call: () => Promise<T>, isAway: (error: unknown) => boolean): Promise<T> {
    if (Date.now() < this.#openUntilMs) throw new ServiceUnavailableError(`${this.#service} is unavailable.`);
    try {
      return await call();
    } catch (error) {
      if (!isAway(error)) throw error;
      this.#openUntilMs = Date.now() + this.#restMs;
      throw new ServiceUnavailableError(`${this.#service} is unavailable.`, { cause: error });
    }
  }
}
