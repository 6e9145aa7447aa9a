import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

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
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, 32));
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    macOf: (text) => digest(text).toString('base64'),
    isMacOf(text, mac) {
      if (mac === null) return false;
      const given = Buffer.from(mac, 'base64');
      const due = digest(text);
      return given.length === due.length && timingSafeEqual(given, due);
    },
  };
}
