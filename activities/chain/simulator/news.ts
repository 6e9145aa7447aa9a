import { type LiveListener, listen } from '../../../db/core/live.ts';
import { SIMULATOR_CHANNEL } from '../../../db/simulator/chain.ts';

/**
 * Hears of news on simulated chains, and of commands to the simulator. One connection per process and database serves
 * all who listen.
 */
export interface SimulatorNews {
  /**
   * Resolves with the next news of what is named (a chain, or the commands to one), at the latest after `ms`, or when
   * aborted.
   */
  next(signal: AbortSignal, ms: number, about: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts listening. News that arrive while nobody waits are kept for the next wait. */
export function openSimulatorNews(url: string): SimulatorNews {
  const shared = sharedFor(url);
  const pending = new Set<string>();
  let wake: (() => void) | undefined;
  const hear = (about: string) => {
    pending.add(about);
    wake?.();
  };
  shared.ears.add(hear);

  return {
    async next(signal, ms, about) {
      const awaited = () => pending.has(about) || pending.has(anything);
      if (!awaited() && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            wake = undefined;
            resolve();
          };
          const timer = setTimeout(done, ms);
          signal.addEventListener('abort', done);
          wake = () => {
            if (awaited()) done();
          };
        });
      }
      pending.clear();
    },
    async close() {
      shared.ears.delete(hear);
      if (shared.ears.size > 0) return;
      byUrl.delete(url);
      await (await shared.listener.catch(() => undefined))?.close();
    },
  };
}

interface Shared {
  readonly ears: Set<(about: string) => void>;
  readonly listener: Promise<LiveListener>;
}

const anything = '';
const byUrl = new Map<string, Shared>();

function sharedFor(url: string): Shared {
  const existing = byUrl.get(url);
  if (existing) return existing;
  const ears = new Set<(about: string) => void>();
  const tell = (about: string) => {
    for (const ear of ears) ear(about);
  };
  // Without the listener, everything is still checked at intervals, so this must not end the process.
  const listener = listen(url, SIMULATOR_CHANNEL, tell, () => tell(anything));
  listener.catch(() => {
    byUrl.delete(url);
  });
  const shared = { ears, listener };
  byUrl.set(url, shared);
  return shared;
}
