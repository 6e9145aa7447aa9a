/** With TLS the cookie has the first name, which no other host can set; the second is of a gateway on one's own machine. */
const COOKIES = ['__Host-XSRF-TOKEN', 'XSRF-TOKEN'];

export function readCsrfToken(cookies: string = document.cookie): string | null {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  for (const name of COOKIES) {
    const pair = pairs.find((each) => each.startsWith(`${name}=`));
    if (pair !== undefined) return decodeURIComponent(pair.slice(name.length + 1));
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
