import { visitorId } from './visitor-id.ts';

const COOKIES = ['XSRF-TOKEN='];

/** The CSRF token in the first of these cookies that is there, by default the one of merchants' pages. */
export function readCsrfToken(all: string = document.cookie, names: readonly string[] = COOKIES): string | null {
  const pairs = all.split(';').map((each) => each.trim());
  for (const name of names) {
    const pair = pairs.find((each) => each.startsWith(name));
    if (pair !== undefined) return decodeURIComponent(pair.slice(name.length));
  }
  return null;
}

let refreshing: Promise<void> | null = null;

/** Asks for a fresh CSRF cookie; calls at the same moment share one request. */
export function refreshCsrf(): Promise<void> {
  refreshing ??= fetch('/auth/csrf-cookie', {
    headers: { 'X-VISITOR-ID': visitorId() ?? '' },
    credentials: 'same-origin',
  })
    .then(() => undefined)
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}
