import { DomainError } from '../../domain/errors.ts';

/** A limited number of places in this process, and for each owner. */
export interface Places {
  /**
   * Takes a place. Calling what it returns gives it back, once however often it is called.
   * @throws DomainError `rate_limited` when the owner has all of theirs taken; `service_unavailable` when the process
   *   has
   */
  take(owner: string): () => void;
  readonly taken: number;
}

export interface PlaceLimits {
  readonly max: number;
  readonly maxOfOne: number;
  /** The error texts when there is no free place. */
  readonly words: { readonly ofOne: (taken: number) => string; readonly ofAll: string };
}

export function createPlaces({ max, maxOfOne, words }: PlaceLimits): Places {
  const byOwner = new Map<string, number>();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(owner) {
      const own = byOwner.get(owner) ?? 0;
      if (own >= maxOfOne) throw new DomainError('rate_limited', { message: words.ofOne(own), retryAfterSeconds: 5 });
      if (taken >= max) throw new DomainError('service_unavailable', { message: words.ofAll, retryAfterSeconds: 5 });
      byOwner.set(owner, own + 1);
      taken += 1;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        taken -= 1;
        const rest = (byOwner.get(owner) ?? 1) - 1;
        if (rest > 0) byOwner.set(owner, rest);
        else byOwner.delete(owner);
      };
    },
  };
}
