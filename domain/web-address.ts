import type { Mode } from './assets.ts';
import { fieldError } from './errors.ts';

/** Where a wrong address is named in the answer, and the mode that says whether plain http will do. */
export interface AddressRules {
  readonly mode: Mode;
  readonly field: string;
}

/**
 * Checks an address that the gateway will send to or link to: https, or http in sandbox; no user and password in it.
 * @throws DomainError `validation_failed`
 */
export function requireWebAddress(text: string, { mode, field }: AddressRules): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const schemes = mode === 'sandbox' ? ['https:', 'http:'] : ['https:'];
  if (url === undefined || !schemes.includes(url.protocol) || url.hostname === '') {
    throw fieldError(field, mode === 'sandbox' ? 'Must be an http or https address.' : 'Must be an https address.');
  }
  if (url.username !== '' || url.password !== '') throw fieldError(field, 'Must not hold a user or password.');
  return url;
}

/**
 * Checks an address that payers are sent to: it is on the merchant's registered domain or below it, so that a stolen token cannot
 * lead payers elsewhere. In sandbox this machine's own names are allowed too. A profile without a domain has nothing to compare with.
 * @throws DomainError `validation_failed`
 */
export function requireOwnAddress(text: string, rules: AddressRules & { readonly domain: string | null }): void {
  const { hostname } = requireWebAddress(text, rules);
  if (rules.domain === null || (rules.mode === 'sandbox' && isLoopback(hostname))) return;
  const domain = rules.domain.toLowerCase();
  if (hostname === domain || hostname.endsWith(`.${domain}`)) return;
  throw fieldError(rules.field, `Must be on ${domain}, the domain of your profile.`);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
