import { type Db, retrying } from '../../db/core/sequelize.ts';
import { projectChanges } from '../../db/dashboard/project.ts';
import { pause } from '../pause.ts';

interface ProjectorOptions {
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks while nothing changes. */
  readonly pollMs?: number;
  readonly troublePauseMs?: number;
}

export interface Projector {
  /** Finishes the changes that it is adding. */
  stop(): Promise<void>;
}

/**
 * Keeps the sums of the dashboard up to date, less than a second behind. Needs Postgres only. Every worker may run
 * this; one at a time does the work.
 */
export function startProjector(db: Db, options: ProjectorOptions): Projector {
  const { onTrouble, pollMs = 250, troublePauseMs = 5_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      try {
        const added = await retrying(() => projectChanges(db));
        await pause(signal, added > 0 ? BUSY_PAUSE_MS : pollMs);
      } catch (error) {
        onTrouble(error);
        await pause(signal, troublePauseMs);
      }
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

/** Changes that come one by one are added together: fewer statements, and nobody sees the difference. */
const BUSY_PAUSE_MS = 100;
