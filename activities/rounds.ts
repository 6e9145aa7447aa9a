import { pause } from './pause.ts';

/** Work that a process repeats until it is stopped. */
export interface Rounds {
  /** Finishes the round that it makes. */
  stop(): Promise<void>;
}

/**
 * Makes one round after the other.
 *
 * @param round deals with its own errors and says for how many milliseconds to pause after it; the signal asks a long
 *   one to end
 */
export function startRounds(round: (signal: AbortSignal) => Promise<number>): Rounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) await pause(signal, await round(signal));
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
