import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts secrets that must be readable later (notification keys), before they are stored. */
export interface SecretBox {
  /** @param context the owner, e.g. `profile:<id>`: sealed bytes cannot be opened for another owner. */
  seal(secret: string, context: string): Buffer;
  /** @throws Error for bytes that were changed, moved, or sealed with an unknown key. */
  open(sealed: Buffer, context: string): string;
}

/**
 * AES-256-GCM with a random nonce per secret. The bytes: 1 version, 4 key id, 12 nonce, 16 tag, then the ciphertext.
 *
 * @param keys 32 bytes each; the first seals, all open: to change the key, put the new one first.
 * @throws Error for a key of another length.
 */
export function createSecretBox(...keys: [Buffer, ...Buffer[]]): SecretBox {
  const [current, ...older] = keys.map(namedKey);
  if (!current) throw new Error('A secret box needs a key.');
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), current.id, nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, context) {
      if (sealed[0] !== VERSION || sealed.length < HEADER_BYTES) throw new Error('These are not sealed bytes.');
      const id = sealed.subarray(1, 5);
      const named = [current, ...older].find((each) => each.id.equals(id));
      if (!named) throw new Error('The secret was sealed with a key that is not configured.');
      const decipher = createDecipheriv('aes-256-gcm', named.key, sealed.subarray(5, 17));
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(17, HEADER_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

const VERSION = 1;
const NONCE_BYTES = 12;
const HEADER_BYTES = 1 + 4 + NONCE_BYTES + 16;

/** How sealed bytes name the key that sealed them. */
export function sealingKeyId(key: Buffer): Buffer {
  return createHash('sha256').update('key id').update(key).digest().subarray(0, 4);
}

function namedKey(key: Buffer): { readonly id: Buffer; readonly key: Buffer } {
  if (key.length !== 32) throw new Error('An encryption key is 32 bytes long.');
  return { key, id: sealingKeyId(key) };
}
