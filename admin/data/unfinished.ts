import type { SpaUser } from '../../contract/session.ts';

export const SIGN_IN = '/auth/sign-in';
export const VERIFY_EMAIL = '/auth/verify-email';
export const VERIFY_COMPANY = '/auth/verify-company';

/**
 * Spec §4: a new merchant confirms the mail address, then names the company; only then is the back office open (null).
 */
export function unfinishedStep({ merchant }: SpaUser): string | null {
  if (merchant.status === 'new') return VERIFY_EMAIL;
  return merchant.company_name === null ? VERIFY_COMPANY : null;
}
