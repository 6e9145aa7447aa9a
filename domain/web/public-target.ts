import { fieldError } from '../errors.ts';
import { createAddressGuard } from './address-guard.ts';
import { type AddressRules, requireWebAddress } from './web-address.ts';

export interface TargetRules extends AddressRules {
  /** CIDR networks that may be reached although they are private. */
  readonly allowedNetworks: readonly string[];
}

/**
 * Checks an address that webhooks are to be sent to. In production a private address or a name of no public kind is
 * refused at once, in any writing (hazard 59); what a name resolves to is checked at every connect. In sandbox a shop
 * on the developer's own machine may be named: whether it is reached is up to the gateway's settings.
 * @throws DomainError `validation_failed`
 */
export function requirePublicTarget(text: string, rules: TargetRules): void {
  const { hostname } = requireWebAddress(text, rules);
  if (rules.mode === 'sandbox') return;
  if (!isPublicHost(hostname, rules.allowedNetworks)) {
    throw fieldError(rules.field, 'Must be a public address of the internet.');
  }
}

/**
 * Whether webhooks to this address can arrive, as far as its text shows; what its name resolves to is checked at every
 * connect. @param text an address of the web
 */
export function mayReach(text: string, allowedNetworks: readonly string[]): boolean {
  const { hostname } = new URL(text);
  // The machine's own name is that address.
  const isOwn = /^(.*\.)?localhost\.?$/.test(hostname);
  return isPublicHost(isOwn ? '127.0.0.1' : hostname, allowedNetworks);
}

/** The parser has brought hexadecimal and short forms of addresses into the usual one. */
function isPublicHost(hostname: string, allowedNetworks: readonly string[]): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^\d+(\.\d+){3}$/.test(literal) || literal.includes(':');
  return isAddress ? createAddressGuard(allowedNetworks)(literal) : isPublicName(literal);
}

/** Names that never belong to the public internet: RFC 6761, RFC 6762, RFC 8375, and those of one label. */
function isPublicName(name: string): boolean {
  const plain = name.replace(/\.$/, '').toLowerCase();
  return plain.includes('.') && !/\.(localhost|local|internal|home\.arpa|lan|test|invalid|onion)$/.test(plain);
}
