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
  async take(key: string, wait: SlotWait | null): Promise<(() => void) | null> {
    const line = this.#lines.get(key) ?? { taken: 0, waiting: new Set(), freedMs: 0 };
    this.#lines.set(key, line);
    if (line.taken < this.#limits.open) line.taken += 1;
    // A waiting request inherits the slot of the one that wakes it, so the count stays the same.
    else if (
      wait === null ||
      line.waiting.size >= this.#limits.waiting ||
      !(await waitFor(line, wait, this.#elapsedMs))
    ) {
      return null;
    }
    return () => this.#free(key, line);
  }

  #free(key: string, line: Line): void {
    line.freedMs = this.#elapsedMs();
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
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
  readonly waiting: Set<() => void>;
  /** When a request last ended. */
  freedMs: number;
}

function waitFor(line: Line, { stalledMs, totalMs }: SlotWait, elapsedMs: () => number): Promise<boolean> {
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
      line.waiting.delete(wake);
      resolve(false);
    };
    let timer = setTimeout(check, Math.min(stalledMs, totalMs));
    line.waiting.add(wake);
  });
}
