import ipaddr from 'ipaddr.js';
import { DomainError, fieldError } from '../../domain/errors.ts';

/**
 * Whether the address is on the list. An empty list lets everyone in. An IPv4 address mapped into IPv6 counts as IPv4.
 * Anything that is not an address is refused.
 */
export function ipAllowed(ip: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return allowed.some((entry) => {
    const [range, bits] = rangeOf(entry);
    return range.kind() === address.kind() && address.match(range, bits);
  });
}

/**
 * The entries as they are stored: trimmed, without repeats.
 * @throws DomainError `validation_failed` on the field `allowed_ips`, which names what is neither an address nor a CIDR
 *   range.
 */
export function parseAllowedIps(entries: readonly string[]): string[] {
  const trimmed = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  for (const entry of trimmed)
    if (!isEntry(entry)) throw fieldError('allowed_ips', `${entry} is neither an IP address nor a CIDR range`);
  if (trimmed.length > MAX_ENTRIES) throw fieldError('allowed_ips', `At most ${MAX_ENTRIES} entries are possible`);
  return [...new Set(trimmed)];
}

/** Whether some address is let in by the second list that the first one kept out. An empty list lets everyone in. */
export function isLooserList(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || !after.every((entry) => before.some((wide) => covers(wide, entry)));
}

/** Judged entry by entry: two halves that together cover a range do not count, so the answer errs towards looser. */
function covers(wide: string, entry: string): boolean {
  const [range, bits] = rangeOf(wide);
  const [address, narrower] = rangeOf(entry);
  return range.kind() === address.kind() && narrower >= bits && address.match(range, bits);
}

const MAX_ENTRIES = 100;

function isEntry(entry: string): boolean {
  // The short forms (127.1, 0x7f000001) are valid to the library; they are refused because people misread them.
  const [address = ''] = entry.split('/');
  const full = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return full && (entry.includes('/') ? ipaddr.isValidCIDR(entry) : ipaddr.isValid(entry));
}

function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (!isEntry(entry)) throw new DomainError('internal_error');
  const [address, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : single(entry);
  // ::ffff:10.0.0.0/104 means 10.0.0.0/8.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96)
    return [address.toIPv4Address(), bits - 96];
  return [address, bits];
}

function single(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
