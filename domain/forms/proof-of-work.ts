import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** About 130,000 hashes: less than a second of a phone, and the whole day of a program that writes to thousands. */
export const PROOF_BITS = 17;

/** True if the SHA-256 of `<token>:<proof>` begins with so many zero bits. */
export function isProven(token: string, proof: string, bits = PROOF_BITS): boolean {
  return /^[0-9a-z]{1,12}$/.test(proof) && zeroBitsOf(sha256(utf8ToBytes(`${token}:${proof}`))) >= bits;
}

/**
 * Tries up to `tries` proofs from `from` on.
 * @returns the proof that was found, or where to go on
 */
export function findProof(
  token: string,
  { from, tries, bits = PROOF_BITS }: { readonly from: number; readonly tries: number; readonly bits?: number },
): { readonly proof: string } | { readonly next: number } {
  for (let at = from; at < from + tries; at += 1) {
    const proof = at.toString(36);
    if (isProven(token, proof, bits)) return { proof };
  }
  return { next: from + tries };
}

function zeroBitsOf(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
