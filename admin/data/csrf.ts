const COOKIE = 'XSRF-TOKEN=';

export function readCsrfToken(cookies: string = document.cookie): string | null {
  const pair = cookies
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(COOKIE));
  return pair === undefined ? null : decodeURIComponent(pair.slice(COOKIE.length));
}

let refreshing: Promise<void> | null = null;

/** Asks for a fresh CSRF cookie; calls at the same moment share one request. */
export function refreshCsrf(): Promise<void> {
  refreshing ??= fetch('/auth/csrf-cookie', { credentials: 'same-origin' })
    .then(() => undefined)
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}
