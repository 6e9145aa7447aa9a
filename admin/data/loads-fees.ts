const AGAIN_MS = 10_000;

interface FeesQuery {
  readonly state: { readonly error: unknown };
}

/**
 * Of a query that loads fees: a failure is nobody's notice (spec §8). The browser logs it, what is shown stays, and it
 * is asked again a moment later.
 */
export const LOADS_FEES = {
  refetchInterval: ({ state }: FeesQuery) => (state.error === null ? (false as const) : AGAIN_MS),
};
