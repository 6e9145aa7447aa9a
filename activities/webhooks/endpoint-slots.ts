/**
 * How many requests may be under way to one receiver. A receiver that answers frees its slots at once and never notices; one that hangs holds
 * its own slots only, and whoever finds them taken goes elsewhere instead of waiting in line (hazard 59).
 */
export class EndpointSlots {
  readonly #perEndpoint: number;
  readonly #endpoints = new Map<string, { taken: number; waiting: Set<() => void> }>();

  constructor(perEndpoint: number) {
    this.#perEndpoint = perEndpoint;
  }

  /** A slot for this URL's origin, as the function that frees it; null when none came free in time. */
  async take(url: string, patienceMs: number): Promise<(() => void) | null> {
    const key = originOf(url);
    const endpoint = this.#endpoints.get(key) ?? { taken: 0, waiting: new Set() };
    this.#endpoints.set(key, endpoint);
    if (endpoint.taken < this.#perEndpoint) endpoint.taken += 1;
    // A waiter inherits the slot of the one that wakes it, so the count stays.
    else if (!(await this.#waitFor(endpoint.waiting, patienceMs))) return null;
    return () => this.#free(key, endpoint);
  }

  #waitFor(waiting: Set<() => void>, patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(wake);
        resolve(false);
      }, patienceMs);
      waiting.add(wake);
    });
  }

  #free(key: string, endpoint: { taken: number; waiting: Set<() => void> }): void {
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

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
