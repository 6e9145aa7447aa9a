const KEY = 'tidegate.signed-in';

/**
 * Whether this browser was signed in when last seen: a hint that saves the sign-in page a call that would fail. What
 * counts is the session cookie, which scripts cannot read.
 */
export function signedInHint(): boolean {
  return localStorage.getItem(KEY) === 'yes';
}

export function keepSignedInHint(signedIn: boolean): void {
  if (signedIn) localStorage.setItem(KEY, 'yes');
  else localStorage.removeItem(KEY);
}
