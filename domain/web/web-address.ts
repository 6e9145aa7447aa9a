import type { Mode } from '../assets/assets.ts';
import { fieldError } from '../errors.ts';
import { isPublicSuffix } from './public-suffix.ts';

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
 * Checks an address that payers are sent to: it is on the merchant's registered domain or below it, so that a stolen
 * token cannot lead payers elsewhere (hazard 71). A production profile needs a domain for that; one of the sandbox may
 * go without, and may name this machine.
 * @throws DomainError `validation_failed`
 */
export function requireOwnAddress(text: string, rules: AddressRules & { readonly domain: string | null }): void {
  const { hostname } = requireWebAddress(text, rules);
  if (rules.mode === 'sandbox' && (rules.domain === null || isLoopback(hostname))) return;
  // One that was registered before public suffixes were refused.
  if (rules.domain === null || isPublicSuffix(rules.domain)) {
    throw fieldError(rules.field, 'Name the domain of your shop in your profile first: payers are sent to no other.');
  }
  const domain = rules.domain.toLowerCase();
  if (hostname === domain || hostname.endsWith(`.${domain}`)) return;
  throw fieldError(rules.field, `Must be on ${domain}, the domain of your profile.`);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
