import ipaddr from 'ipaddr.js';

/**
 * Says whether a webhook may be sent to this address of the internet protocol; where a port is given, to this port of
 * it.
 */
export type AddressGuard = (address: string, port?: number) => boolean;

/**
 * Lets through public unicast addresses and the networks named, nothing else: not this machine, private and shared
 * networks, link-local (where clouds keep their credentials), multicast, or reserved ranges. An IPv4 address inside an
 * IPv6 one (mapped, NAT64) is judged as what it is; all other forms that carry one (compatible, translated, 6to4,
 * Teredo, ISATAP) are refused. Text that is no address is refused.
 *
 * @param ownPorts ports on which the product itself listens. Behind a private address they are refused although their
 *   network is named: who allows webhooks to a shop on the same machine does not hand out the gateway's database and
 *   mails.
 */
export function createAddressGuard(
  allowedNetworks: readonly string[],
  ownPorts: ReadonlySet<number> = new Set(),
): AddressGuard {
  const allowed = allowedNetworks.map((network) => ipaddr.parseCIDR(network));
  return (text, port) => {
    if (!ipaddr.isValid(text)) return false;
    const address = innermost(ipaddr.parse(text));
    if (address === null) return false;
    if (isPublic(address)) return true;
    if (port !== undefined && ownPorts.has(port)) return false;
    return allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

type Address = ReturnType<typeof ipaddr.parse>;

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !CLOUD_SERVICES.has(address.toString());
  const bytes = address.toByteArray();
  return isGlobalUnicast(bytes) && !isIsatap(bytes);
}

/**
 * Public by their number, but answered by the cloud a machine runs in: Azure's WireServer, and its metadata and DNS.
 */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * 2000::/3 is all that was ever given out (RFC 4291 §2.4); among the rest is ::/96, in which IPv4 addresses were once
 * written.
 */
function isGlobalUnicast([first = 0]: readonly number[]): boolean {
  return first >> 5 === 1;
}

/** An interface `0:5efe` or `200:5efe` in any network is a tunnel to the IPv4 address behind it (RFC 5214 §6.1). */
function isIsatap(bytes: readonly number[]): boolean {
  const [flags = 0, zero, five, efe] = bytes.slice(8, 12);
  return (flags & 0xfd) === 0 && zero === 0 && five === 0x5e && efe === 0xfe;
}

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
