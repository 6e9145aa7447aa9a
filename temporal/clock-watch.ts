import { pause } from '../activities/pause.ts';
import { clockProblem } from '../db/core/clock.ts';
import type { Db } from '../db/core/sequelize.ts';

export interface ClockWatch {
  readonly signal: AbortSignal;
  /** Called once, with what is wrong. */
  readonly onWrong: (problem: string) => void;
  readonly everyMs?: number;
  readonly now?: () => number;
}

/** @throws Error until somebody has set the time of this machine */
export async function requireRightClock(db: Db): Promise<void> {
  const problem = await clockProblem(db);
  if (problem !== undefined) throw new Error(problem);
}

/** Looks at the clock of the process while it works; a database that is away says nothing about it. */
export async function watchClock(db: Db, { signal, onWrong, everyMs = EVERY_MS, now }: ClockWatch): Promise<void> {
  while (!signal.aborted) {
    await pause(signal, everyMs);
    const problem = signal.aborted ? undefined : await clockProblem(db, now).catch(() => undefined);
    if (problem !== undefined) return onWrong(problem);
  }
}

const EVERY_MS = 15_000;
