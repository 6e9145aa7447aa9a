import { DomainError } from '../../domain/errors.ts';

/** Counts calls per key in windows of a minute. */
export interface Limiter {
  /**
   * Counts one call of the key.
   * @throws DomainError `rate_limited` with the seconds until the window ends
   */
  take(key: string): void;
  /** The same as a question: false instead of an error. */
  mayTake(key: string): boolean;
  /** Takes a call back, for what should not have counted. */
  giveBack(key: string): void;
}

/**
 * A limiter of one process: with several API processes each allows the full number. Memory is bounded: a window's keys
 * are dropped together at its end, and beyond a limit of keys the window ends early, in favour of the callers.
 */
export function createLimiter(perMinute: number, now: () => number): Limiter {
  let counts = new Map<string, number>();
  let endsAt = 0;

  function mayTake(key: string): boolean {
    const time = now();
    if (time >= endsAt || counts.size >= MAX_KEYS) {
      counts = new Map();
      endsAt = time + WINDOW_MS;
    }
    const count = counts.get(key) ?? 0;
    if (count >= perMinute) return false;
    counts.set(key, count + 1);
    return true;
  }

  return {
    mayTake,
    take(key) {
      if (mayTake(key)) return;
      throw new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now()) / 1000)) });
    },
    giveBack(key) {
      const count = counts.get(key) ?? 0;
      if (count > 0) counts.set(key, count - 1);
    },
  };
}

const WINDOW_MS = 60_000;
const MAX_KEYS = 100_000;
