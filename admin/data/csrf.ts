const COOKIE = 'XSRF-TOKEN';

export function readCsrfToken(cookies: string = document.cookie): string | null {
  for (const pair of cookies.split(';')) {
    const [name, ...value] = pair.trim().split('=');
    if (name === COOKIE) return decodeURIComponent(value.join('='));
  }
  return null;
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
