import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 with a key outside the database, for one purpose. */
export interface KeyedHash {
  of(text: string): Buffer;
  /** Whether the bytes are the hash of the text, in constant time. */
  isOf(text: string, given: Uint8Array): boolean;
}

/**
 * @param encryptionKey 32 bytes, the product's
 * @param purpose the kind of text: a hash of one purpose is worth nothing for another
 * @param bytes how much of each hash is kept
 */
export function createKeyedHash(encryptionKey: Uint8Array, purpose: string, bytes = 32): KeyedHash {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, 32));
  const of = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, bytes);
  return {
    of,
    isOf(text, given) {
      const due = of(text);
      return given.length === due.length && timingSafeEqual(given, due);
    },
  };
}
