import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import type { ChainKind } from '../assets/assets.ts';
import { hash160 } from './hashes.ts';
import { attempt, refuseAddress } from './refusal.ts';

export interface XrpAddress {
  /** The classic address, `r…`. */
  readonly classic: string;
  /** The tag an X-address carries; null when it carries none, or for a classic address. */
  readonly destinationTag: bigint | null;
}

/**
 * Reads a classic address or an X-address (XLS-5), whose first letter tells the main chain from test chains.
 * @throws DomainError `address_invalid`
 */
export function parseXrpAddress(text: string, chain: ChainKind): XrpAddress {
  const decoded = attempt(() => base58check.decode(text));
  if (decoded === null) throw refuseAddress('The address could not be read: please check it for typing errors.');
  if (decoded.length === 21 && decoded[0] === 0) return { classic: text, destinationTag: null };
  if (decoded.length !== X_BYTES) throw refuseAddress('This is not an XRP Ledger address.');
  const isMain = startsWith(decoded, X_MAIN);
  if (!isMain && !startsWith(decoded, X_TEST)) throw refuseAddress('This is not an XRP Ledger address.');
  if (isMain !== (chain === 'main')) throw refuseAddress('This address belongs to another XRP Ledger network.');
  const classic = base58check.encode(Uint8Array.of(0, ...decoded.slice(2, 22)));
  return { classic, destinationTag: readTag(decoded.slice(22)) };
}

/** The classic address of a compressed public key (33 bytes). */
export function xrpAddressOfKey(compressedKey: Uint8Array): string {
  return base58check.encode(Uint8Array.of(0, ...hash160(compressedKey)));
}

/** The largest destination tag: tags have 32 bits. */
export const MAX_DESTINATION_TAG = 0xffff_ffffn;

const X_MAIN: readonly number[] = [0x05, 0x44];
const X_TEST: readonly number[] = [0x04, 0x93];
const X_BYTES = 2 + 20 + 1 + 8;

/** Base58 in the ledger's own alphabet, followed by four bytes of double SHA-256. */
const base58check = {
  encode(payload: Uint8Array): string {
    return base58xrp.encode(Uint8Array.of(...payload, ...checksumOf(payload)));
  },
  decode(text: string): Uint8Array {
    const bytes = base58xrp.decode(text);
    const payload = bytes.slice(0, -4);
    if (!startsWith(bytes.slice(-4), [...checksumOf(payload)])) throw new RangeError('wrong checksum');
    return payload;
  },
};

function checksumOf(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).slice(0, 4);
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, at) => bytes[at] === byte);
}

/** One byte of flags (0 none, 1 a 32-bit tag), then the tag with its low byte first; the four high bytes are zero. */
function readTag(bytes: Uint8Array): bigint | null {
  const [flag, ...digits] = bytes;
  const tag = digits.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  if (flag === 1 && tag <= MAX_DESTINATION_TAG) return tag;
  if (flag === 0 && tag === 0n) return null;
  throw refuseAddress('The destination tag in this address is not valid.');
}
