import { formatTrimmed } from '../money/money.ts';

/** One asset: owed, and proven by signed addresses, in minor units; null where addresses prove nothing. */
export interface OwedAndProven {
  readonly owedMinor: bigint;
  readonly provenMinor: bigint | null;
}

/** The share of what is owed that signed addresses hold, rounded down, as `104.31%`; null where nothing is owed. */
export function coverageOf(owedMinor: bigint, provenMinor: bigint): string | null {
  if (owedMinor === 0n) return null;
  const hundredths = (provenMinor * 10_000n) / owedMinor;
  return `${formatTrimmed(hundredths, 2)}%`;
}

/** The part of the amount owed that is on no signed address, in minor units; null where addresses prove nothing. */
export function unprovenMinor({ owedMinor, provenMinor }: OwedAndProven): bigint | null {
  if (provenMinor === null) return null;
  return owedMinor > provenMinor ? owedMinor - provenMinor : 0n;
}

const HOUR_MS = 3_600_000;

/** When the schedule runs next, which makes the first day: at the full hour (Unix time in ms). */
export function nextRunMs(nowMs: number): number {
  return (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
}
