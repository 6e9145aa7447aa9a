import { refuseAddress } from '../address/refusal.ts';
import { destinationTagFor, parseAddress } from '../assets/addresses.ts';
import { type ChainKind, type CryptoGate, isToken } from '../assets/assets.ts';
import { DomainError } from '../errors.ts';

/** A checked destination of money. */
export interface PayoutTarget {
  /** The address in the form that is shown and used for sending. */
  readonly address: string;
  /** See `ParsedAddress.addressKey`. */
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
}

/**
 * Checks an address that money is sent to, beyond its syntax: nobody has the key of the zero address, and a token that
 * is sent to its own contract is lost. The tag comes from the field or from an X-address (hazard 42).
 * @throws DomainError `address_invalid`, `destination_tag_invalid`
 */
export function payoutTarget(
  gate: CryptoGate,
  { address, destinationTag }: { readonly address: string; readonly destinationTag: string | null },
  { chain, tokenContract, ownAccount }: TargetRules,
): PayoutTarget {
  const parsed = parseAddress(gate.network, address, chain);
  if (UNOWNED_ADDRESSES.has(parsed.addressKey)) {
    throw refuseAddress('Nobody has the key of this address: what is sent there is lost.');
  }
  if (isUnusedWitness(parsed.addressKey)) {
    throw refuseAddress('No wallet uses addresses of this kind. Please ask the recipient for another address.');
  }
  const isContract =
    TETHER_CONTRACTS.has(parsed.addressKey) || tokenContract?.toLowerCase() === parsed.addressKey.toLowerCase();
  if (isToken(gate) && isContract) {
    throw refuseAddress('This is the address of the token itself: what is sent there is lost.');
  }
  if (ownAccount === parsed.addressKey) {
    throw refuseAddress('This is an account of the gateway itself. Use an address of the recipient.');
  }
  const tag = destinationTagFor(parsed, parseTag(destinationTag));
  return { address: parsed.canonical, addressKey: parsed.addressKey, destinationTag: tag };
}

interface TargetRules {
  readonly chain: ChainKind;
  readonly tokenContract?: string | undefined;
  /** The account that payouts are paid from; it cannot pay itself. */
  readonly ownAccount?: string | undefined;
}

/**
 * True for a script of a witness version, or a length, that has no rules yet: anybody can take what it holds. Some can
 * never be paid: Litecoin keeps version 9 for its move into MWEB and refuses the whole transaction, whose coins would
 * stay reserved. In use are version 0 and taproot, version 1 with 32 bytes (BIP-141, BIP-341).
 */
function isUnusedWitness(script: string): boolean {
  return /^(5[1-9a-f]|60)/.test(script) && !/^5120[0-9a-f]{64}$/.test(script);
}

/** The contracts of USDT on the main chains. */
const TETHER_CONTRACTS: ReadonlySet<string> = new Set([
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
]);

/** The addresses zero and one of each family, and the usual burn address. */
const UNOWNED_ADDRESSES: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
]);

function parseTag(text: string | null): bigint | null {
  if (text === null || text === '') return null;
  if (/^(0|[1-9]\d{0,9})$/.test(text)) return BigInt(text);
  throw new DomainError('destination_tag_invalid', {
    fields: { destination_tag: ['A destination tag is a whole number.'] },
  });
}
