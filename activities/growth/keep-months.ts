import { pgClientOf } from '../../db/core/pg-client.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { ensureMonths } from '../../db/growth/months.ts';
import { pause } from '../pause.ts';

export interface MonthsOptions {
  readonly nowMs: () => number;
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  readonly everyMs?: number;
  readonly retryMs?: number;
}

export interface Months {
  stop(): Promise<void>;
}

/**
 * Keeps the months of growing tables there, beginning at once: a restored database may lack even the current one. Needs
 * Postgres only. Every worker may run this.
 */
export function keepMonths(db: Db, options: MonthsOptions): Months {
  const { nowMs, onTrouble, everyMs = 3_600_000, retryMs = 5_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      const isDone = await inTransaction(db, (tx) => ensureMonths(pgClientOf(tx), nowMs())).then(
        () => true,
        (error: unknown) => {
          onTrouble(error);
          return false;
        },
      );
      await pause(signal, isDone ? everyMs : retryMs);
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
