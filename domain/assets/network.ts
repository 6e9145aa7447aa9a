import ipaddr from 'ipaddr.js';

/**
 * The network that an address is counted by: an IPv4 address itself, and the /64 of an IPv6 address, because one
 * subscriber has all of it. An IPv4 address mapped into IPv6 counts as IPv4. Whatever is limited "per address" takes
 * its key from here; text that is no address is its own key.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
