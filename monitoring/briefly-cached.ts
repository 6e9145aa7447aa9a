/**
 * The work's result, kept for a moment and computed once however many ask at the same time. A failure is not kept. For
 * answers whose cost must not grow with the number of those who ask.
 */
export function brieflyCached<T>(work: () => Promise<T>, keepMs = 1_000): () => Promise<T> {
  let latest: { readonly result: Promise<T>; readonly untilMs: number } | undefined;
  return () => {
    if (latest !== undefined && performance.now() < latest.untilMs) return latest.result;
    const entry = { result: work(), untilMs: performance.now() + keepMs };
    latest = entry;
    entry.result.catch(() => {
      if (latest === entry) latest = undefined;
    });
    return entry.result;
  };
}
