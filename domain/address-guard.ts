import ipaddr from 'ipaddr.js';

/** Says whether a webhook may be sent to this address of the internet protocol. */
export type AddressGuard = (address: string) => boolean;

/**
 * Lets through public unicast addresses and the networks named, nothing else: not this machine, private and shared networks, link-local (where
 * clouds keep their credentials), multicast, or reserved ranges. An IPv4 address inside an IPv6 one (mapped, NAT64) is judged as what it is;
 * other tunnels (6to4, Teredo) are refused. What is no address is refused.
 */
export function createAddressGuard(allowedNetworks: readonly string[]): AddressGuard {
  const allowed = allowedNetworks.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = innermost(ipaddr.parse(text));
    if (address === null) return false;
    return (
      address.range() === 'unicast' ||
      allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
    );
  };
}

type Address = ReturnType<typeof ipaddr.parse>;

/** The address that packets really go to; null where that is not known. */
function innermost(address: Address): Address | null {
  if (address.kind() === 'ipv4') return address;
  const range = address.range();
  const bytes = address.toByteArray();
  if (range === 'ipv4Mapped') return ipaddr.fromByteArray(bytes.slice(12));
  // 64:ff9b::/96 carries the IPv4 address in its last four bytes; other NAT64 prefixes are local matters.
  if (range === 'rfc6052')
    return bytes.slice(4, 12).every((byte) => byte === 0) ? ipaddr.fromByteArray(bytes.slice(12)) : null;
  return address;
}
