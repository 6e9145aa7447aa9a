import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters that are safe in URLs, headers and cookies. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, as such tokens are stored. Enough for 256 random bits; passwords need argon2id. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
