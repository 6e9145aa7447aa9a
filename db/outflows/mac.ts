import { createKeyedHash } from '../core/keyed-hash.ts';

/**
 * Authenticates texts of one purpose with a key outside the database: write access to the database is not enough to
 * create a MAC (hazard 68).
 */
export interface Macs {
  macOf(text: string): string;
  isMacOf(text: string, mac: string | null): boolean;
}

/**
 * @param encryptionKey 32 bytes, the product's
 * @param purpose the kind of text: a MAC is only valid for its purpose
 */
export function createMacs(encryptionKey: Uint8Array, purpose: string): Macs {
  const hash = createKeyedHash(encryptionKey, purpose);
  return {
    macOf: (text) => hash.of(text).toString('base64'),
    isMacOf: (text, mac) => mac !== null && hash.isOf(text, Buffer.from(mac, 'base64')),
  };
}
