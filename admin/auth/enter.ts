import { useEffect } from 'react';
import type { SpaUser } from '../../contract/session.ts';
import { goTo } from '../data/go-to.ts';
import { takeReturnPath } from '../data/return-path.ts';
import { adoptUser, loadUser } from '../data/session.ts';
import { signedInHint } from '../data/signed-in-hint.ts';
import { unfinishedStep } from '../data/unfinished.ts';

/**
 * Goes on with a user that the server has just signed in: to what is left of signing up, else where they wanted to go.
 */
export function enter(user: SpaUser): void {
  adoptUser(user);
  goTo(unfinishedStep(user) ?? takeReturnPath(), { replace: true });
}

/** Spec §4: a signed-in user who opens one of these pages is redirected at once. */
export function useEnterWhenSignedIn(): void {
  useEffect(() => {
    if (signedInHint()) loadUser().then(enter, () => undefined);
  }, []);
}
