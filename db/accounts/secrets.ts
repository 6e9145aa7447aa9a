import { randomInt } from 'node:crypto';
import { createKeyedHash } from '../core/keyed-hash.ts';
import { createSecretBox, type SecretBox } from '../core/secret-box.ts';

/**
 * How secrets of accounts are kept: sealed when they must be read again, else hashed with a key that is not in the
 * database.
 */
export interface AccountSecrets {
  readonly box: SecretBox;
  /** HMAC-SHA-256: six digits are too few for a hash that anyone can compute (hazard 72). */
  hash(context: string, text: string): Buffer;
}

/** @param encryptionKey 32 bytes */
export function createAccountSecrets(encryptionKey: Uint8Array): AccountSecrets {
  const hash = createKeyedHash(encryptionKey, 'tidegate accounts');
  return {
    box: createSecretBox(Buffer.from(encryptionKey)),
    hash: (context, text) => hash.of(`${context}\n${text}`),
  };
}

/** Six random digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
