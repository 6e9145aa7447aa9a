import { formatRatio, parseRatio, type Ratio, ratioBelow } from './rates.ts';

/** One source's price of one pair, and when the price was made there (not when it was requested). */
export interface RateSample {
  readonly source: string;
  /** Price of one whole coin, a plain decimal text. */
  readonly value: string;
  readonly sampledAtMs: number;
}

export interface CombineRules {
  /** A sample older than this is dropped. */
  readonly maxAgeMs: number;
  /** A sample from further ahead than this is dropped: its clock is wrong, so its age is not known. */
  readonly maxAheadMs: number;
  /** A sample further than this from the median is dropped, in basis points. */
  readonly maxDeviationBps: number;
  /** With fewer fresh sources that agree, there is no rate. */
  readonly minSources: number;
}

export type Combined =
  | {
      readonly ok: true;
      readonly value: string;
      readonly sources: readonly string[];
      readonly sampledAtMs: number;
      readonly dropped: readonly Dropped[];
    }
  | { readonly ok: false; readonly reason: 'too_few_sources'; readonly dropped: readonly Dropped[] };

export interface Dropped {
  readonly source: string;
  readonly reason: 'stale' | 'outlier' | 'invalid' | 'repeated';
}

/**
 * One price from what several sources said: unreadable, stale and repeated samples are dropped, then those too far from
 * the median of the rest, and the median of what remains is the price. With fewer than `minSources` left there is no
 * price at all: never an old one, never 1:1, never one source's word if two are required. `sampledAtMs` is the oldest
 * of the samples used, so that the rate's age is never understated.
 */
export function combineSamples(samples: readonly RateSample[], rules: CombineRules, nowMs: number): Combined {
  const dropped: Dropped[] = [];
  const fresh: (RateSample & { ratio: Ratio })[] = [];
  for (const sample of samples) {
    const ratio = readRatio(sample.value);
    const ageMs = nowMs - sample.sampledAtMs;
    const reason =
      ratio === null
        ? 'invalid'
        : !(ageMs <= rules.maxAgeMs && ageMs >= -rules.maxAheadMs)
          ? 'stale'
          : fresh.some((other) => other.source === sample.source)
            ? 'repeated'
            : null;
    if (reason !== null || ratio === null) dropped.push({ source: sample.source, reason: reason ?? 'invalid' });
    else fresh.push({ ...sample, ratio });
  }
  if (fresh.length < rules.minSources || fresh.length === 0) return { ok: false, reason: 'too_few_sources', dropped };

  const middle = medianOf(fresh.map((sample) => sample.ratio));
  const agreeing = fresh.filter((sample) => isNear(sample.ratio, middle, rules.maxDeviationBps));
  for (const sample of fresh)
    if (!agreeing.includes(sample)) dropped.push({ source: sample.source, reason: 'outlier' });
  if (agreeing.length < rules.minSources || agreeing.length === 0)
    return { ok: false, reason: 'too_few_sources', dropped };

  return {
    ok: true,
    value: formatRatio(medianOf(agreeing.map((sample) => sample.ratio))),
    sources: agreeing.map((sample) => sample.source),
    sampledAtMs: Math.min(...agreeing.map((sample) => sample.sampledAtMs)),
    dropped,
  };
}

/**
 * The middle value; of an even number, the mean of the middle two, so that two sources weigh the same.
 * @throws RangeError when there is nothing to choose from
 */
export function medianOf(ratios: readonly Ratio[]): Ratio {
  const sorted = [...ratios].sort((a, b) => (ratioBelow(a, b) ? -1 : ratioBelow(b, a) ? 1 : 0));
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) throw new RangeError('no median of nothing');
  if (sorted.length % 2 === 1) return upper;
  const lower = sorted[sorted.length / 2 - 1] ?? upper;
  return { num: lower.num * upper.den + upper.num * lower.den, den: 2n * lower.den * upper.den };
}

function isNear(ratio: Ratio, middle: Ratio, maxDeviationBps: number): boolean {
  const difference = ratio.num * middle.den - middle.num * ratio.den;
  const distance = difference < 0n ? -difference : difference;
  return distance * 10_000n <= middle.num * ratio.den * BigInt(maxDeviationBps);
}

function readRatio(text: string): Ratio | null {
  try {
    return parseRatio(text);
  } catch {
    return null;
  }
}
