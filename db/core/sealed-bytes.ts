import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts the bytes of a file with a key of its own (AES-256-GCM): 12 bytes nonce, 16 tag, then the ciphertext.
 * @param place bound to the bytes, such as the number of a part: they open at no other
 */
export function sealBytes(bytes: Buffer, key: Buffer, place?: number): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  if (place !== undefined) cipher.setAAD(Buffer.from(String(place)));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** @throws Error for bytes that were changed or moved */
export function openBytes(sealed: Buffer, key: Buffer, place?: number): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  if (place !== undefined) decipher.setAAD(Buffer.from(String(place)));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
}

const NONCE_BYTES = 12;
const HEAD_BYTES = NONCE_BYTES + 16;
