/** The version of the agreement with partners, as the back office shows it. */
export const AGREEMENT_VERSION = '2026-11-30';

/** Where the link of an approval leads: to the sign-up, or on to the agreement for somebody who is signed in; the token in the fragment, which no server and no log on the way sees. */
export function agreementUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/auth/partner#token=${token}`;
}
