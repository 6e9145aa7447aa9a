import { type Db, retrying } from '../../db/core/sequelize.ts';
import { shareFees } from '../../db/partners/shares.ts';
import { type Rounds, startRounds } from '../rounds.ts';

interface SharingOptions {
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks for new fees. */
  readonly pollMs?: number;
}

/**
 * Shares new fees with the partners of merchants. Needs Postgres only. Every worker may run this; one at a time does
 * the work.
 */
export function startSharing(db: Db, { onTrouble, pollMs = 5_000 }: SharingOptions): Rounds {
  return startRounds(async (signal) => {
    await shareRound(db, signal).catch(onTrouble);
    return pollMs;
  });
}

async function shareRound(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await retrying(() => shareFees(db))) > 0);
}
