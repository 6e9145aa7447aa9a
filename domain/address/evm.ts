import { keccak256, toHex } from './hashes.ts';
import { refuseAddress } from './refusal.ts';

/**
 * An Ethereum address in its EIP-55 writing. All small or all capital letters carry no checksum and are taken; a
 * mixture must be the right one.
 * @throws DomainError `address_invalid`
 */
export function parseEvmAddress(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw refuseAddress('An Ethereum address is 0x and 40 hexadecimal digits.');
  const digits = text.slice(2);
  const checksummed = checksumEvmAddress(text);
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && text !== checksummed) {
    throw refuseAddress('The address has a typing error: its capital letters do not fit (EIP-55).');
  }
  return checksummed;
}

/** Twenty bytes, `0x` and 40 digits of any case, with the capitals of EIP-55. */
export function checksumEvmAddress(address: string): string {
  const lower = address.slice(2).toLowerCase();
  const hash = toHex(keccak256(new TextEncoder().encode(lower)));
  let text = '0x';
  for (let at = 0; at < lower.length; at += 1) {
    const letter = lower[at] ?? '';
    text += (hash[at] ?? '0') >= '8' ? letter.toUpperCase() : letter;
  }
  return text;
}

/** The address of an uncompressed public key (65 bytes): the last 20 bytes of its Keccak-256 hash. */
export function evmAddressOfKey(uncompressedKey: Uint8Array): string {
  return checksumEvmAddress(`0x${toHex(keccak256(uncompressedKey.slice(1)).slice(-20))}`);
}
