/** Less than this waits for the next month: a payout would cost a good part of it. Euro cents. */
export const MIN_SETTLED_MINOR = 1_000n;

/** The month of a settlement by UTC, such as `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7);
}
