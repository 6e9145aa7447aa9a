export interface SlotLimits {
  /** Requests under way to one receiver at most. */
  readonly perEndpoint: number;
  /** Requests that may wait for one receiver at most. */
  readonly waiting: number;
}

export interface SlotPatience {
  /** How long to wait for a receiver none of whose requests ends. */
  readonly stalledMs: number;
  /** How long to wait for one that goes on answering. */
  readonly totalMs: number;
}

/**
 * How many requests may be under way to one receiver. A receiver that answers frees its slots at once, and a burst for
 * it goes through in a row; one that hangs holds its own slots only, and whoever finds them taken soon goes elsewhere
 * instead of waiting in line (hazard 59).
 */
export class EndpointSlots {
  readonly #limits: SlotLimits;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * A slot for this URL's origin, as the function that frees it; null when none came free in time. Without patience: at
   * once or not.
   */
  async take(url: string, patience: SlotPatience | null): Promise<(() => void) | null> {
    const key = originOf(url);
    const endpoint = this.#endpoints.get(key) ?? { taken: 0, waiting: new Set(), freedMs: 0 };
    this.#endpoints.set(key, endpoint);
    if (endpoint.taken < this.#limits.perEndpoint) endpoint.taken += 1;
    // A waiter inherits the slot of the one that wakes it, so the count stays.
    else if (
      patience === null ||
      endpoint.waiting.size >= this.#limits.waiting ||
      !(await waitFor(endpoint, patience))
    ) {
      return null;
    }
    return () => this.#free(key, endpoint);
  }

  #free(key: string, endpoint: Endpoint): void {
    endpoint.freedMs = performance.now();
    const [next] = endpoint.waiting;
    if (next !== undefined) {
      endpoint.waiting.delete(next);
      next();
      return;
    }
    endpoint.taken -= 1;
    if (endpoint.taken === 0) this.#endpoints.delete(key);
  }
}

interface Endpoint {
  taken: number;
  /** In the order of their coming. */
  readonly waiting: Set<() => void>;
  /** When a request to it last ended. */
  freedMs: number;
}

function waitFor(endpoint: Endpoint, { stalledMs, totalMs }: SlotPatience): Promise<boolean> {
  return new Promise((resolve) => {
    const beganMs = performance.now();
    const wake = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const look = () => {
      const nowMs = performance.now();
      const stalledAtMs = Math.max(endpoint.freedMs, beganMs) + stalledMs;
      const leftMs = Math.min(stalledAtMs, beganMs + totalMs) - nowMs;
      if (leftMs > 0) {
        timer = setTimeout(look, leftMs);
        return;
      }
      endpoint.waiting.delete(wake);
      resolve(false);
    };
    let timer = setTimeout(look, Math.min(stalledMs, totalMs));
    endpoint.waiting.add(wake);
  });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
