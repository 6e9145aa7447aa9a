import type { Mode } from '../../domain/assets/assets.ts';
import { NETWORKS } from '../../domain/assets/assets.ts';
import type { CombineRules } from '../../domain/money/rate-samples.ts';
import { type Config, isSimulated } from '../../settings/config.ts';
import { exchangeSource } from './exchange.ts';
import type { RateSource } from './port.ts';
import { simulatedMarket } from './simulated-market.ts';

export interface RatePlan {
  readonly sources: readonly RateSource[];
  readonly rules: CombineRules;
}

/**
 * Where a mode's rates come from. Sandbox: the simulated market, so that it works offline and every test run is alike.
 * Production: exchanges, at least two of which must agree; while every chain of it is simulated no real money moves,
 * and the simulated market does.
 */
export function ratePlan(config: Config, mode: Mode): RatePlan {
  if (usesSimulatedMarket(config, mode)) return { sources: [simulatedMarket()], rules: { ...RULES, minSources: 1 } };
  return { sources: config.rateSources.map((id) => exchangeSource(id)), rules: RULES };
}

/** True where prices are made up; pages and answers say so by the rate's source. */
export function usesSimulatedMarket(config: Config, mode: Mode): boolean {
  return mode === 'sandbox' || NETWORKS.every((network) => isSimulated(config, mode, network));
}

/** A price is dropped when older than a minute, or 2 % off the median; two sources must remain. */
const RULES: CombineRules = { maxAgeMs: 60_000, maxAheadMs: 5_000, maxDeviationBps: 200, minSources: 2 };
