import { useEffect } from 'react';
import type { LegalVersions } from '../../contract/legal.ts';
import { authCalls } from './auth-calls.ts';

let shown: LegalVersions | undefined;

/** Notes which versions of the legal documents are in force while the page is open: those that the form accepts. */
export function useShownVersions(): void {
  useEffect(() => {
    if (shown !== undefined) return;
    authCalls.signUpForm().then(
      ({ legal_versions }) => {
        shown ??= legal_versions;
      },
      // Without an answer the server takes those in force when the form is sent.
      () => undefined,
    );
  }, []);
}

/** The body of a call that accepts the documents, with the versions that the page showed. */
export function withVersions<Body extends object>(body: Body): Body & { accepted_versions?: LegalVersions } {
  return shown === undefined ? body : { ...body, accepted_versions: shown };
}
