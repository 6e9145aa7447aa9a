import { type Db, retrying } from '../../db/core/sequelize.ts';
import { projectChanges } from '../../db/dashboard/project.ts';
import { type Rounds, startRounds } from '../rounds.ts';

interface ProjectorOptions {
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks while nothing changes. */
  readonly pollMs?: number;
  readonly troublePauseMs?: number;
}

/**
 * Keeps the sums of the dashboard up to date, less than a second behind. Needs Postgres only. Every worker may run
 * this; one at a time does the work.
 */
export function startProjector(db: Db, options: ProjectorOptions): Rounds {
  const { onTrouble, pollMs = 250, troublePauseMs = 5_000 } = options;
  return startRounds(async () => {
    try {
      const added = await retrying(() => projectChanges(db));
      return added > 0 ? BUSY_PAUSE_MS : pollMs;
    } catch (error) {
      onTrouble(error);
      return troublePauseMs;
    }
  });
}

/** Changes that come one by one are added together: fewer statements, and nobody sees the difference. */
const BUSY_PAUSE_MS = 100;
