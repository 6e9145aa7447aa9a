export interface RepeatsOptions {
  /** How long repeats are counted before one line tells their number. */
  readonly everyMs?: number;
  /** How many different lines are remembered; any more are written each time. */
  readonly max?: number;
}

/** Writes the line again, with the number of times that it was left out. */
export type WriteRepeat = (times: number) => void;

interface Repeated {
  times: number;
  write: WriteRepeat;
}

/**
 * Counts lines that repeat instead of repeating them: the first is written at once, then one a minute with the number
 * of those in between. A line that did not come back for a minute is new again.
 */
export class Repeats {
  readonly #seen = new Map<string, Repeated>();
  readonly #max: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ everyMs = 60_000, max = 1_000 }: RepeatsOptions = {}) {
    this.#max = max;
    this.#timer = setInterval(() => this.tell(), everyMs);
    this.#timer.unref();
  }

  /** @returns whether the line is new; otherwise it is counted, and `write` may be called later. */
  isNew(key: string, write: WriteRepeat): boolean {
    const known = this.#seen.get(key);
    if (known !== undefined) {
      known.times += 1;
      known.write = write;
      return false;
    }
    if (this.#seen.size < this.#max) this.#seen.set(key, { times: 0, write });
    return true;
  }

  /** Writes what was counted since the last time. */
  tell(): void {
    for (const [key, repeated] of this.#seen) {
      const { times } = repeated;
      if (times === 0) this.#seen.delete(key);
      repeated.times = 0;
      if (times > 0) repeated.write(times);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.tell();
  }
}

/**
 * The properties that make two lines the same: the sentence, its subject, and the kind of error; not the ids and
 * numbers in it.
 */
export function repeatKey(args: readonly unknown[]): string {
  const [facts, sentence] = typeof args[0] === 'string' ? [{}, args[0]] : [asRecord(args[0]), String(args[1] ?? '')];
  const error = facts.err ?? facts.error ?? (args[0] instanceof Error ? args[0] : undefined);
  const about = ['topic', 'queue', 'taskQueue', 'network'].map((name) => facts[name] ?? '');
  return [sentence, ...about, ...kindOf(error)].map((part) => String(part).replaceAll(VARYING, '#')).join('|');
}

/** Ids, ports, heights and times differ from line to line although the trouble is the same. */
const VARYING = /[0-9a-f]{8}-[0-9a-f-]{27}|0x[0-9a-f]+|\d+/gi;

function kindOf(error: unknown): readonly unknown[] {
  if (!(error instanceof Error)) return [error === undefined ? '' : typeof error];
  return [error.name, 'code' in error ? error.code : '', error.message.slice(0, 200)];
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
