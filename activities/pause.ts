import { setTimeout } from 'node:timers/promises';

/** Resolves after `ms`, or at once when aborted. */
export function pause(signal: AbortSignal, ms: number): Promise<void> {
  return setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
