const KEY = 'tidegate.signed-in';

/**
 * Whether this browser was signed in when last used: a hint that saves the sign-in page a request that would fail. Only
 * the session cookie is authoritative, and scripts cannot read it.
 */
export function signedInHint(): boolean {
  return localStorage.getItem(KEY) === 'yes';
}

export function keepSignedInHint(signedIn: boolean): void {
  if (signedIn) localStorage.setItem(KEY, 'yes');
  else localStorage.removeItem(KEY);
}
