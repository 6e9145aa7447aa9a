import { getDomain } from 'tldts';

/**
 * True for a name under which anyone may register a domain of their own: `com`, `co.uk`, `github.io` (public suffix
 * list, its private part included). A merchant who named it as theirs would name everybody's sites. Not for front ends:
 * the list is large.
 */
export function isPublicSuffix(domain: string): boolean {
  return getDomain(domain, { allowPrivateDomains: true }) === null;
}
