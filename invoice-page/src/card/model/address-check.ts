import { parseAddress } from '../../../../domain/assets/addresses.ts';
import { type ChainKind, NETWORKS, type Network } from '../../../../domain/assets/assets.ts';
import { isDomainError } from '../../../../domain/errors.ts';

/** The result of checking a typed address before the server has seen it. */
export type AddressCheck =
  | { readonly kind: 'empty' | 'unreadable' }
  /** As it will be sent to; an X-address of XRP has a tag in it. */
  | { readonly kind: 'fits'; readonly canonical: string; readonly tag: string | null }
  /** A whole address, but of these networks. */
  | { readonly kind: 'elsewhere'; readonly networks: readonly Network[] };

/**
 * Checks an address while it is typed: checksum, network, chain. The server decides; it alone knows which chain a
 * simulated network has, so for those every chain is good here.
 */
export function checkAddress(text: string, network: Network, isSimulated: boolean): AddressCheck {
  const typed = text.trim();
  if (typed === '') return { kind: 'empty' };
  const chains: readonly ChainKind[] = isSimulated ? ['main', 'test', 'regtest'] : ['main'];
  const own = parsed(network, typed, chains);
  if (own !== null) return { kind: 'fits', canonical: own.canonical, tag: own.destinationTag?.toString() ?? null };
  const networks = NETWORKS.filter((other) => other !== network && parsed(other, typed, chains) !== null);
  return networks.length > 0 ? { kind: 'elsewhere', networks } : { kind: 'unreadable' };
}

function parsed(network: Network, text: string, chains: readonly ChainKind[]) {
  for (const chain of chains) {
    try {
      return parseAddress(network, text, chain);
    } catch (error) {
      if (!isDomainError(error)) throw error;
    }
  }
  return null;
}

/** The pattern of the API; a tag is at most 2^32 − 1. */
export function isTag(text: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) <= 0xffff_ffff;
}
