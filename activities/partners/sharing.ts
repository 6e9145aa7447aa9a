import { type Db, retrying } from '../../db/core/sequelize.ts';
import { shareFees } from '../../db/partners/shares.ts';
import { pause } from '../pause.ts';

interface SharingOptions {
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks for new fees. */
  readonly pollMs?: number;
}

export interface Sharing {
  /** Finishes the round that it makes. */
  stop(): Promise<void>;
}

/**
 * Shares new fees with the partners of merchants. Needs Postgres only. Every worker may run this; one at a time does
 * the work.
 */
export function startSharing(db: Db, { onTrouble, pollMs = 5_000 }: SharingOptions): Sharing {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      await shareRound(db, signal).catch(onTrouble);
      await pause(signal, pollMs);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function shareRound(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await retrying(() => shareFees(db))) > 0);
}
