import { newestSampleAt } from '../../db/rates.ts';
import type { Db } from '../../db/sequelize.ts';
import type { Mode } from '../../domain/assets.ts';
import { pause } from './pause.ts';

export interface StandInDeps {
  readonly db: Db;
  readonly refresh: (mode: Mode) => Promise<unknown>;
  readonly pauseMs: (mode: Mode) => number;
}

/**
 * Keeps a mode's rates fresh between two runs of the activity. Usually that is no time at all; while Temporal is away it lasts until it is
 * back, because invoices are created without it and need a rate. It ends when the next run begins here, when somebody else has refreshed the
 * rates meanwhile, or when the database does not answer; it never keeps the process alive.
 */
export class RateStandIn {
  readonly #deps: StandInDeps;
  readonly #running = new Map<Mode, AbortController>();

  constructor(deps: StandInDeps) {
    this.#deps = deps;
  }

  /** Takes over after a run has ended. */
  begin(mode: Mode): void {
    this.end(mode);
    const controller = new AbortController();
    this.#running.set(mode, controller);
    this.#run(mode, controller.signal).catch(() => {
      // The database is away or closed: without it there is nothing to keep.
    });
  }

  /** A run of the activity takes over. */
  end(mode: Mode): void {
    this.#running.get(mode)?.abort();
    this.#running.delete(mode);
  }

  async #run(mode: Mode, signal: AbortSignal): Promise<void> {
    const { db, refresh, pauseMs } = this.#deps;
    let ours = await newestSampleAt(db, mode);
    for (;;) {
      await pause(pauseMs(mode), signal, { keepsProcess: false });
      if (signal.aborted || (await newestSampleAt(db, mode)) !== ours) return;
      await refresh(mode);
      ours = await newestSampleAt(db, mode);
    }
  }
}
