import { recordStatus } from '../../db/site/status-days.ts';
import type { Readiness } from '../../monitoring/health.ts';
import type { ServerDeps } from '../deps.ts';
import { currentParts } from './parts.ts';

const EVERY_MS = 60_000;

/** Records what the health checks say, each minute, for the history of `/status`. */
export interface StatusRecorder {
  /** One round, as the clock does it. */
  record(): Promise<void>;
  stop(): void;
}

/**
 * Every API records, so that the history has no gap while one is replaced; the database counts each minute once. A
 * minute that no API could record is one in which nobody was answered.
 *
 * @param onTrouble what a round could not do; the next one tries again
 */
export function recordStatusEveryMinute(
  deps: Pick<ServerDeps, 'config' | 'db' | 'now'>,
  readiness: () => Promise<Readiness>,
  onTrouble: (error: unknown) => void,
): StatusRecorder {
  const { db, now } = deps;
  const record = async () => {
    const nowMs = now();
    await recordStatus(db, await currentParts(deps, await readiness()), nowMs);
  };
  const round = () => void record().catch(onTrouble);
  round();
  const timer = setInterval(round, EVERY_MS);
  timer.unref();
  return { record, stop: () => clearInterval(timer) };
}
