export interface SlotLimits {
  /** The most concurrent requests to one receiver. */
  readonly perEndpoint: number;
  /** The most requests that may wait for one receiver. */
  readonly waiting: number;
}

export interface SlotWait {
  /** How long to wait while no request to the receiver ends. */
  readonly stalledMs: number;
  /** How long to wait while the receiver keeps answering. */
  readonly totalMs: number;
}

/**
 * Limits the open requests to one receiver (hazard 59). A receiver that answers frees its slots quickly, so a burst
 * passes. One that hangs blocks only its own slots, and deliveries that find them taken soon stop waiting.
 */
export class EndpointSlots {
  readonly #limits: SlotLimits;
  readonly #elapsedMs: () => number;
  readonly #endpoints = new Map<string, Endpoint>();

  /** @param elapsedMs a clock that never goes back */
  constructor(limits: SlotLimits, elapsedMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#elapsedMs = elapsedMs;
  }

  /** @returns a function that frees the slot for this URL's origin; null if no slot became free in time */
  async take(url: string, wait: SlotWait | null): Promise<(() => void) | null> {
    const key = originOf(url);
    const endpoint = this.#endpoints.get(key) ?? { taken: 0, waiting: new Set(), freedMs: 0 };
    this.#endpoints.set(key, endpoint);
    if (endpoint.taken < this.#limits.perEndpoint) endpoint.taken += 1;
    // A waiting request inherits the slot of the one that wakes it, so the count stays the same.
    else if (
      wait === null ||
      endpoint.waiting.size >= this.#limits.waiting ||
      !(await waitFor(endpoint, wait, this.#elapsedMs))
    ) {
      return null;
    }
    return () => this.#free(key, endpoint);
  }

  #free(key: string, endpoint: Endpoint): void {
    endpoint.freedMs = this.#elapsedMs();
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
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
  /** When a request to the receiver last ended. */
  freedMs: number;
}

function waitFor(endpoint: Endpoint, { stalledMs, totalMs }: SlotWait, elapsedMs: () => number): Promise<boolean> {
  return new Promise((resolve) => {
    const beganMs = elapsedMs();
    const wake = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const check = () => {
      const nowMs = elapsedMs();
      const stalledAtMs = Math.max(endpoint.freedMs, beganMs) + stalledMs;
      const leftMs = Math.min(stalledAtMs, beganMs + totalMs) - nowMs;
      if (leftMs > 0) {
        timer = setTimeout(check, leftMs);
        return;
      }
      endpoint.waiting.delete(wake);
      resolve(false);
    };
    let timer = setTimeout(check, Math.min(stalledMs, totalMs));
    endpoint.waiting.add(wake);
  });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
