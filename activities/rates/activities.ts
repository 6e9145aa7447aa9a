import { log } from '@temporalio/activity';
import type { Db } from '../../db/core/sequelize.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { Config } from '../../settings/config.ts';
import type { KeptLoops } from '../kept-loops.ts';
import { pause } from '../pause.ts';
import { type RefreshReport, refreshRates } from './refresh.ts';
import { type RatePlan, ratePlan } from './sources.ts';

export interface RateActivityDeps {
  readonly db: Db;
  readonly config: Config;
  readonly keptLoops: KeptLoops;
  readonly nowMs?: () => number;
  /** Replaces the sources of the configuration, for tests. */
  readonly planFor?: (mode: Mode) => RatePlan;
}

export interface KeepRatesInput {
  readonly mode: Mode;
  /** After this long the activity ends, and the workflow begins the next turn. */
  readonly turnMs: number;
}

export type RateActivities = ReturnType<typeof createRateActivities>;

/** The activities of the rates' workflow. */
export function createRateActivities(deps: RateActivityDeps) {
  return {
    /**
     * Refreshes the rates repeatedly for one turn and reports each round as a heartbeat. Ends early, without an error,
     * when it is canceled or the worker shuts down. The rounds continue while Temporal is down: invoices are created
     * without it and need rates.
     */
    async keepRates({ mode, turnMs }: KeepRatesInput): Promise<{ rounds: number }> {
      let rounds = 0;
      const loop = ratesLoop(deps, mode, (report) => log.warn('the health of the rates changed', { mode, ...report }));
      await deps.keptLoops.keep({ name: ratesName(mode), turnMs }, (signal, say) =>
        loop(signal, (report) => {
          rounds += 1;
          say(report);
        }),
      );
      return { rounds };
    },
  };
}

export const ratesName = (mode: Mode): string => `rates:${mode}`;

/**
 * Refreshes the rates until the signal. A failed round is only reported, because rates expire on their own.
 * @param onChange called when a problem begins and when it ends, not in every round
 */
export function ratesLoop(
  { db, config, nowMs = Date.now, planFor = (mode) => ratePlan(config, mode) }: RateActivityDeps,
  mode: Mode,
  onChange: (report: RefreshReport) => void,
): (signal: AbortSignal, say: (report: object) => void) => Promise<void> {
  return async (signal, say) => {
    const plan = planFor(mode);
    let lastTrouble = '';
    while (!signal.aborted) {
      const startedMs = nowMs();
      const round = { db, ...plan, lifetimeMs: LIFETIME_MS, sourceTimeoutMs: SOURCE_TIMEOUT_MS, nowMs };
      const report = await refreshRates(mode, round).catch((error: unknown) => failedRound(error));
      say({ at: new Date(nowMs()).toISOString(), ...report });
      const trouble = JSON.stringify([report.failures, report.refused]);
      if (trouble !== lastTrouble) onChange(report);
      lastTrouble = trouble;
      await pause(signal, Math.max(0, startedMs + config.rateRefreshSeconds[mode] * 1_000 - nowMs()));
    }
  };
}

/** In production, three rounds may fail before rates expire. */
const LIFETIME_MS = 75_000;
const SOURCE_TIMEOUT_MS = 8_000;

function failedRound(error: unknown): RefreshReport {
  const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
  return { stored: 0, refused: [], failures: { store: reason } };
}
