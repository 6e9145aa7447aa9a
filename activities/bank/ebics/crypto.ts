import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  sign,
} from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { MAX_FILE_BYTES } from '../transport.ts';

/** The identity of a key: SHA-256 of its exponent and modulus in hexadecimal, as EBICS defines it for all keys. */
export function publicKeyHash(key: KeyObject): Buffer {
  const { e = '', n = '' } = key.export({ format: 'jwk' });
  const [exponent, modulus] = [e, n].map((part) => Buffer.from(part, 'base64url').toString('hex').replace(/^0+/, ''));
  return createHash('sha256').update(`${exponent} ${modulus}`).digest();
}

/** The hash that an order's signature is about. EBICS leaves line breaks out of it, so orders have none. */
export function orderDigest(order: Buffer): Buffer {
  return createHash('sha256').update(order).digest();
}

/** Signs an order (A006: RSA-PSS over the order's digest, with SHA-256 and as much salt). */
export function signOrder(key: KeyObject, order: Buffer): Buffer {
  return sign('sha256', orderDigest(order), { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
}

/** A key for one order: EBICS has no initialization vector, so a key must never be used twice. */
export function newTransactionKey(): Buffer {
  return randomBytes(16);
}

/** Only the bank can read the key (E002). */
export function wrapTransactionKey(bankKey: KeyObject, transactionKey: Buffer): Buffer {
  return publicEncrypt({ key: bankKey, padding: constants.RSA_PKCS1_PADDING }, transactionKey);
}

/** Compresses and encrypts a part of an order (E002: AES-128-CBC). */
export function encryptOrder(transactionKey: Buffer, order: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', transactionKey, NO_VECTOR);
  return Buffer.concat([cipher.update(deflateSync(order)), cipher.final()]);
}

/**
 * Data that the bank has encrypted for us. Banks fill the last block differently; only its last byte is agreed.
 * @throws Error if it is not for our key, or larger than any file
 */
export function decryptOrder(ownKey: KeyObject, wrappedKey: Buffer, encrypted: Buffer): Buffer {
  const transactionKey = privateDecrypt({ key: ownKey, padding: constants.RSA_PKCS1_PADDING }, wrappedKey);
  const decipher = createDecipheriv('aes-128-cbc', transactionKey, NO_VECTOR).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(encrypted), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > 16) throw new Error('The order of the bank was not encrypted for our key.');
  return inflateSync(padded.subarray(0, padded.length - padding), { maxOutputLength: MAX_FILE_BYTES });
}

const NO_VECTOR = Buffer.alloc(16);
