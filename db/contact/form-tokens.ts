import { createHash, randomBytes } from 'node:crypto';
import { createKeyedHash } from '../core/keyed-hash.ts';

/** One form that a page or script was given: it can be sent once, and not at once. */
export interface FormToken {
  readonly ageMs: number;
  /** The stored part, so that no form is sent twice. */
  readonly hash: Buffer;
  /** How people name what they sent, e.g. `TG-7K2M9QXA`. It tells nothing about what was stored. */
  readonly reference: string;
}

export interface FormTokens {
  make(nowMs: number): string;
  /** Undefined for a token that is not of ours, or of another installation. */
  read(token: string, nowMs: number): FormToken | undefined;
}

/** @param encryptionKey 32 bytes, the product's */
export function createFormTokens(encryptionKey: Uint8Array): FormTokens {
  const keyed = createKeyedHash(encryptionKey, 'tidegate form token', 16);
  return {
    make(nowMs) {
      const text = `${nowMs.toString(36)}.${randomBytes(12).toString('base64url')}`;
      return `${text}.${keyed.of(text).toString('base64url')}`;
    },
    read(token, nowMs) {
      const [, text = '', madeAt = '', mac = ''] = TOKEN.exec(token) ?? [];
      if (!keyed.isOf(text, Buffer.from(mac, 'base64url'))) return undefined;
      const hash = createHash('sha256').update(token).digest();
      return { ageMs: nowMs - Number.parseInt(madeAt, 36), hash, reference: referenceOf(hash) };
    },
  };
}

const TOKEN = /^(([0-9a-z]{1,12})\.[\w-]{16})\.([\w-]{22})$/;

/** Letters and digits that nobody mistakes for one another. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

function referenceOf(hash: Buffer): string {
  const letters = [...hash.subarray(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]);
  return `TG-${letters.join('')}`;
}
