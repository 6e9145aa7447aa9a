export interface SlotLimits {
  /** The most requests of one key that are open at once. */
  readonly open: number;
  /** The most requests of one key that may wait. */
  readonly waiting: number;
}

export interface SlotWait {
  /** How long to wait while no request of the key ends. */
  readonly stalledMs: number;
  /** How long to wait while requests of the key keep ending. */
  readonly totalMs: number;
}

/** `first` goes before `later`, which never takes the last quarter of the slots. */
export type SlotRank = 'first' | 'later';

/**
 * Limits the open requests of one key, such as a receiver (hazard 59). A receiver that answers frees its slots quickly,
 * so a burst passes. One that hangs blocks only its own slots, and deliveries that find them taken soon stop waiting.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #elapsedMs: () => number;
  readonly #lines = new Map<string, Line>();

  /** @param elapsedMs a clock that never goes back */
  constructor(limits: SlotLimits, elapsedMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#elapsedMs = elapsedMs;
  }

  /** @returns a function that frees the slot; null if no slot of the key became free in time */
  async take(key: string, wait: SlotWait | null, rank: SlotRank = 'first'): Promise<(() => void) | null> {
    const line = this.#lines.get(key) ?? { taken: 0, waiting: { first: new Set(), later: new Set() }, freedMs: 0 };
    this.#lines.set(key, line);
    if (line.taken < this.#open(rank)) line.taken += 1;
    // A waiting request inherits the slot of the one that wakes it, so the count stays the same.
    else if (
      wait === null ||
      line.waiting[rank].size >= this.#limits.waiting ||
      !(await waitFor({ line, rank }, wait, this.#elapsedMs))
    ) {
      return null;
    }
    return () => this.#free(key, line);
  }

  #open(rank: SlotRank): number {
    const { open } = this.#limits;
    return rank === 'first' ? open : open - Math.floor(open / 4);
  }

  #free(key: string, line: Line): void {
    line.freedMs = this.#elapsedMs();
    const { first, later } = line.waiting;
    const waiting = first.size === 0 && line.taken <= this.#open('later') ? later : first;
    const [next] = waiting;
    if (next !== undefined) {
      waiting.delete(next);
      next();
      return;
    }
    line.taken -= 1;
    if (line.taken === 0) this.#lines.delete(key);
  }
}

interface Line {
  taken: number;
  /** In order of arrival. */
  readonly waiting: Readonly<Record<SlotRank, Set<() => void>>>;
  /** When a request last ended. */
  freedMs: number;
}

interface Place {
  readonly line: Line;
  readonly rank: SlotRank;
}

function waitFor({ line, rank }: Place, { stalledMs, totalMs }: SlotWait, elapsedMs: () => number): Promise<boolean> {
  return new Promise((resolve) => {
    const beganMs = elapsedMs();
    const wake = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const check = () => {
      const nowMs = elapsedMs();
      const stalledAtMs = Math.max(line.freedMs, beganMs) + stalledMs;
      const leftMs = Math.min(stalledAtMs, beganMs + totalMs) - nowMs;
      if (leftMs > 0) {
        timer = setTimeout(check, leftMs);
        return;
      }
      line.waiting[rank].delete(wake);
      resolve(false);
    };
    let timer = setTimeout(check, Math.min(stalledMs, totalMs));
    line.waiting[rank].add(wake);
  });
}
