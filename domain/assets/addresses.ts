import { parseUtxoAddress } from '../address/bitcoin.ts';
import { parseEvmAddress } from '../address/evm.ts';
import { refuseAddress } from '../address/refusal.ts';
import { parseTronAddress } from '../address/tron.ts';
import { MAX_DESTINATION_TAG, parseXrpAddress } from '../address/xrp.ts';
import { DomainError } from '../errors.ts';
import { type ChainKind, isUtxoNetwork, type Network } from './assets.ts';

export interface ParsedAddress {
  readonly network: Network;
  /** The writing we show and send to. */
  readonly canonical: string;
  /**
   * Identifies an address on its network, however it is written: the output script in hex (Bitcoin's family), the
   * address in small letters (ETH), base58 (TRON), the classic address (XRP).
   */
  readonly addressKey: string;
  /** The tag inside an X-address, else null. */
  readonly destinationTag: bigint | null;
}

/**
 * Reads and checks an address of a network. Surrounding space is not taken off: the text is used unchanged.
 * @throws DomainError `address_invalid` with a reason that the person who typed it understands
 */
export function parseAddress(network: Network, text: string, chain: ChainKind): ParsedAddress {
  if (text.length > MAX_LENGTH) throw refuseAddress('The address is too long.');
  if (isUtxoNetwork(network)) {
    const { canonical, script } = parseUtxoAddress(network, text, chain);
    return { network, canonical, addressKey: script, destinationTag: null };
  }
  switch (network) {
    case 'ETH': {
      const canonical = parseEvmAddress(text);
      return { network, canonical, addressKey: canonical.toLowerCase(), destinationTag: null };
    }
    case 'TRON': {
      const canonical = parseTronAddress(text);
      return { network, canonical, addressKey: canonical, destinationTag: null };
    }
    case 'XRP': {
      const { classic, destinationTag } = parseXrpAddress(text, chain);
      return { network, canonical: classic, addressKey: classic, destinationTag };
    }
    default:
      return network satisfies never;
  }
}

/**
 * The tag to pay to: the field's, or the one inside an X-address. Both may be given only when they agree (hazard 42).
 * @throws DomainError `destination_tag_invalid`
 */
export function destinationTagFor(address: ParsedAddress, field: bigint | null): bigint | null {
  if (field !== null && (address.network !== 'XRP' || field < 0n || field > MAX_DESTINATION_TAG)) {
    throw refuseTag('The destination tag is not valid.');
  }
  if (field !== null && address.destinationTag !== null && field !== address.destinationTag) {
    throw refuseTag('The address contains another destination tag than the one given.');
  }
  return address.destinationTag ?? field;
}

const MAX_LENGTH = 128;

function refuseTag(reason: string): DomainError {
  return new DomainError('destination_tag_invalid', { fields: { destination_tag: [reason] } });
}
