/** The server's time as this page knows it: its own clock plus the best offset seen. Times in milliseconds. */
export interface Clock {
  now(): number;
  /** Takes `serverMs` as the time at `localMs`, or at the present when not given. */
  learn(serverMs: number, localMs?: number): void;
}

/** Beyond this the device's clock was changed or it slept: the new sample replaces what was known. */
const JUMP_MS = 5_000;

export function createClock(local: () => number = Date.now): Clock {
  let offset: number | null = null;
  return {
    now: () => local() + (offset ?? 0),
    learn(serverMs, localMs = local()) {
      if (!Number.isFinite(serverMs)) return;
      offset = nextOffset(offset, serverMs - localMs);
    },
  };
}

/**
 * A message takes time to arrive, so each sample is at most the true offset: the largest is the best.
 */
export function nextOffset(known: number | null, sample: number): number {
  return known === null || Math.abs(sample - known) > JUMP_MS ? sample : Math.max(known, sample);
}
