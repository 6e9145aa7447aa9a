import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { keccak256 } from './hashes.ts';
import { attempt, refuseAddress } from './refusal.ts';

/**
 * A TRON address in its base58 writing (`T…`), the same on every TRON chain. The hexadecimal writing of nodes
 * (`41…`, 42 digits) is taken too.
 * @throws DomainError `address_invalid`
 */
export function parseTronAddress(text: string): string {
  if (/^41[0-9a-fA-F]{40}$/.test(text)) {
    const bytes = Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    return base58check.encode(bytes);
  }
  const decoded = attempt(() => base58check.decode(text));
  if (decoded === null) throw refuseAddress('The address could not be read: please check it for typing errors.');
  if (decoded.length !== 21 || decoded[0] !== PREFIX) throw refuseAddress('A TRON address begins with T.');
  return text;
}

/** An address in the writing of nodes: `41…`, 42 digits. @throws DomainError `address_invalid` */
export function tronAddressHex(address: string): string {
  return bytesToHex(base58check.decode(parseTronAddress(address)));
}

/** The address of an uncompressed public key (65 bytes). */
export function tronAddressOfKey(uncompressedKey: Uint8Array): string {
  return base58check.encode(Uint8Array.of(PREFIX, ...keccak256(uncompressedKey.slice(1)).slice(-20)));
}

const PREFIX = 0x41;
const base58check = createBase58check(sha256);
