import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { upsertRates } from '../../db/rates/rates.ts';
import type { Asset, Mode } from '../../domain/assets/assets.ts';
import type { Currency } from '../../domain/money/currencies.ts';
import { deriveCrosses } from '../../domain/money/rate-crosses.ts';
import { type CombineRules, combineSamples, type RateSample } from '../../domain/money/rate-samples.ts';
import { parseRate, type Rate } from '../../domain/money/rates.ts';
import type { PriceSample, RateSource } from './port.ts';

export interface RefreshDeps {
  readonly db: Db;
  readonly sources: readonly RateSource[];
  readonly rules: CombineRules;
  /** How long an accepted rate may be used, from when its oldest sample was made. */
  readonly lifetimeMs: number;
  /** How long a source may take; a slower one is left out of this round. */
  readonly sourceTimeoutMs: number;
  readonly nowMs: () => number;
}

export interface RefreshReport {
  /** Pairs that now have a rate of this round. */
  readonly stored: number;
  /** Pairs that were quoted but not by enough sources that agree, e.g. `TRX/EUR`. Their last samples expire. */
  readonly refused: readonly string[];
  /** Sources that gave nothing, with the reason. */
  readonly failures: Readonly<Record<string, string>>;
}

/**
 * One round: asks all sources at once, combines what they say pair by pair, and stores the pairs that enough of them
 * agree on. A source that fails or hangs costs its own word only. Nothing is stored for a pair without a rate, so that
 * what it had expires.
 */
export async function refreshRates(mode: Mode, deps: RefreshDeps): Promise<RefreshReport> {
  const failures: Record<string, string> = {};
  const pairs = new Map<string, RateSample[]>();
  const answers = await Promise.all(
    deps.sources.map(async (source) => {
      try {
        return await withTimeout(source.sample(), deps.sourceTimeoutMs);
      } catch (error) {
        failures[source.name] = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
        return [];
      }
    }),
  );
  // In the order of the sources, not of their answers, so that a rate names them always alike.
  deps.sources.forEach(({ name }, at) => {
    for (const sample of answers[at] ?? []) addSample(pairs, name, sample);
  });
  const { rates, refused } = combinePairs(pairs, deps);
  const all = [...rates, ...deriveCrosses(rates)];
  if (all.length > 0) await inTransaction(deps.db, (tx) => upsertRates(tx, mode, all));
  return { stored: all.length, refused, failures };
}

function addSample(
  pairs: Map<string, RateSample[]>,
  source: string,
  { asset, currency, value, sampledAtMs }: PriceSample,
): void {
  const key = `${asset}/${currency}`;
  const samples = pairs.get(key) ?? [];
  samples.push({ source, value, sampledAtMs });
  pairs.set(key, samples);
}

function combinePairs(
  pairs: ReadonlyMap<string, readonly RateSample[]>,
  deps: RefreshDeps,
): { rates: Rate[]; refused: string[] } {
  const rates: Rate[] = [];
  const refused: string[] = [];
  const nowMs = deps.nowMs();
  for (const [key, samples] of pairs) {
    const combined = combineSamples(samples, deps.rules, nowMs);
    if (!combined.ok) {
      refused.push(key);
      continue;
    }
    const [asset, currency] = key.split('/') as [Asset, Currency];
    const [only, ...others] = combined.sources;
    rates.push(
      parseRate(combined.value, {
        asset,
        currency,
        source: others.length === 0 ? (only ?? '') : `median(${combined.sources.join(', ')})`,
        sampledAt: new Date(combined.sampledAtMs),
        expiresAt: new Date(combined.sampledAtMs + deps.lifetimeMs),
      }),
    );
  }
  return { rates, refused: refused.sort() };
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
