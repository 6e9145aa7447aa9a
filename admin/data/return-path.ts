const KEY = 'tidegate.return-path';

/** Remembers the requested page during sign-in, within this tab only. */
export function rememberPath(path: string): void {
  if (isOwnPage(path)) sessionStorage.setItem(KEY, path);
}

export function hasRememberedPath(): boolean {
  return isOwnPage(sessionStorage.getItem(KEY) ?? '');
}

/** The remembered page, once; else the dashboard. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  return isOwnPage(path) ? path : '/dashboard';
}

/** A path of this site that needs sign-in; never another site (`//host`), never a page one leaves by signing in. */
export function isOwnPage(path: string): boolean {
  // Browsers drop tabs and line breaks from addresses and read `\` as `/`: with any of them a path may name a host.
  return /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path) && !/^\/(auth|system|user-invite)(\/|$|\?)/.test(path) && path !== '/';
}
