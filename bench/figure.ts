/** One measured figure; where it has a reference, both were measured in the same run on the same machine. */
export interface Figure {
  /** The measured quantity, in words. */
  readonly name: string;
  readonly value: number;
  /** e.g. `/s`, `ms`, `KB`. */
  readonly unit: string;
  /** The value to compare with, in the same unit. */
  readonly reference?: { readonly name: string; readonly value: number };
  /** The bound that holds, in words, e.g. `≥ 0.10 of the reference`. */
  readonly target?: string;
  /** Whether the target holds; absent where there is none. */
  readonly ok?: boolean;
}

/** The exports of each `bench/*.bench.ts`. */
export interface Benchmark {
  run(): Promise<readonly Figure[]>;
}

/** `name: 412.0 /s, 0.104 of single-row commits (3961.0 /s), target ≥ 0.10: holds`. */
export function figureLine({ name, value, unit, reference, target, ok }: Figure): string {
  const parts = [`${name}: ${shown(value)} ${unit}`];
  if (reference) {
    const ratio = (value / reference.value).toFixed(3);
    parts.push(`${ratio} of ${reference.name} (${shown(reference.value)} ${unit})`);
  }
  if (target) parts.push(`target ${target}${ok === undefined ? '' : ok ? ': holds' : ': MISSED'}`);
  return parts.join(', ');
}

/** The value below which the given share (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
