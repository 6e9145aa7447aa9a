import { pgClientOf } from '../../db/core/pg-client.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { ensureMonths } from '../../db/growth/months.ts';
import { type Rounds, startRounds } from '../rounds.ts';

export interface MonthsOptions {
  readonly nowMs: () => number;
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  readonly everyMs?: number;
  readonly retryMs?: number;
}

/**
 * Keeps the months of growing tables there, beginning at once: a restored database may lack even the current one. Needs
 * Postgres only. Every worker may run this.
 */
export function keepMonths(db: Db, options: MonthsOptions): Rounds {
  const { nowMs, onTrouble, everyMs = 3_600_000, retryMs = 5_000 } = options;
  return startRounds(() =>
    inTransaction(db, (tx) => ensureMonths(pgClientOf(tx), nowMs())).then(
      () => everyMs,
      (error: unknown) => {
        onTrouble(error);
        return retryMs;
      },
    ),
  );
}
