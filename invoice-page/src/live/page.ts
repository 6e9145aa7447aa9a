/** Tells when the page is looked at again or the network returns (`true`), and when the network goes (`false`). */
export function watchPage(onChange: (up: boolean) => void): () => void {
  const visible = () => document.visibilityState === 'visible' && onChange(true);
  const online = () => onChange(true);
  const offline = () => onChange(false);
  document.addEventListener('visibilitychange', visible);
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  // A page brought back from the back-forward cache shows what was true when it was left.
  window.addEventListener('pageshow', restored);
  function restored(event: PageTransitionEvent): void {
    if (event.persisted) onChange(true);
  }
  return () => {
    document.removeEventListener('visibilitychange', visible);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    window.removeEventListener('pageshow', restored);
  };
}

/**
 * Resolves once the browser has painted what the server drew: to take it over keeps a slow phone busy for longer than a
 * picture takes. A page in the background paints nothing and goes on at once.
 */
export async function painted(): Promise<void> {
  const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
  if (isPainted || document.visibilityState === 'hidden') return;
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** The token of a mailed link for a refund, in the fragment (`#`), which browsers send to no server. */
export function refundTokenFrom(hash: string): string | null {
  return /^#refund=([\w.-]+)$/.exec(hash)?.[1] ?? null;
}

/** The invoice's id is the last part of `/invoice/{uuid}`. */
export function invoiceIdFromPath(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? '';
}
