import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** RIPEMD-160 of SHA-256: what a key or script is named by in Bitcoin's family and on the XRP Ledger. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** Keccak-256 as Ethereum and TRON use it (not SHA-3). */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}

/** The first half of SHA-512: what is signed on the XRP Ledger. */
export function sha512Half(bytes: Uint8Array): Uint8Array {
  return sha512(bytes).slice(0, 32);
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
