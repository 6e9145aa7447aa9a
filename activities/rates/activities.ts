import { log } from '@temporalio/activity';
import type { Db } from '../../db/sequelize.ts';
import type { Mode } from '../../domain/assets.ts';
import type { Config } from '../../domain/config.ts';
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

/** What the workflow of the rates calls. */
export function createRateActivities({ db, config, keptLoops, nowMs = Date.now, planFor }: RateActivityDeps) {
  const plans = new Map<Mode, RatePlan>();

  const refresh = (mode: Mode): Promise<RefreshReport> => {
    const plan = plans.get(mode) ?? (planFor ?? ((each) => ratePlan(config, each)))(mode);
    plans.set(mode, plan);
    return refreshRates(mode, { db, ...plan, lifetimeMs: LIFETIME_MS, sourceTimeoutMs: SOURCE_TIMEOUT_MS, nowMs });
  };

  const pauseMs = (mode: Mode): number => config.rateRefreshSeconds[mode] * 1_000;

  return {
    /**
     * Refreshes the rates repeatedly for one turn and reports each round as a heartbeat. Ends early, without an error,
     * when it is canceled or the worker shuts down. A failed round is only reported, because rates expire on their own.
     * The rounds continue while Temporal is down: invoices are created without it and need rates.
     */
    async keepRates({ mode, turnMs }: KeepRatesInput): Promise<{ rounds: number }> {
      let rounds = 0;
      await keptLoops.keep({ name: `rates:${mode}`, turnMs }, async (signal, say) => {
        let lastTrouble = '';
        while (!signal.aborted) {
          const startedMs = nowMs();
          const report = await refresh(mode).catch((error: unknown) => failedRound(error));
          rounds += 1;
          say({ at: new Date(nowMs()).toISOString(), ...report });
          const trouble = JSON.stringify([report.failures, report.refused]);
          // Each problem is logged when it begins and when it ends, not in every round.
          if (trouble !== lastTrouble) log.warn('the health of the rates changed', { mode, ...report });
          lastTrouble = trouble;
          await pause(signal, Math.max(0, startedMs + pauseMs(mode) - nowMs()));
        }
      });
      return { rounds };
    },
  };
}

/** In production, three rounds may fail before rates expire. */
const LIFETIME_MS = 75_000;
const SOURCE_TIMEOUT_MS = 8_000;

function failedRound(error: unknown): RefreshReport {
  const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
  return { stored: 0, refused: [], failures: { store: reason } };
}
