import { isCurrentTouch, type Touch } from '../../domain/partners/attribution.ts';
import { createKeyedHash } from '../core/keyed-hash.ts';

/** Writes and reads the cookie of a visit: signed, so that nobody makes one up, moves its time or its link. */
export interface Touches {
  write(touch: Touch): string;
  /** Undefined for a cookie that is not of ours, of another installation, or too old. */
  read(cookie: string | undefined, nowMs: number): Touch | undefined;
}

/** @param encryptionKey 32 bytes, the product's */
export function createTouches(encryptionKey: Uint8Array): Touches {
  const hash = createKeyedHash(encryptionKey, 'tidegate partner visit');
  return {
    write({ linkId, visitId, atMs }) {
      const text = `${linkId}.${visitId}.${atMs.toString(36)}`;
      return `${text}.${hash.of(text).toString('base64url')}`;
    },
    read(cookie, nowMs) {
      const [, text = '', linkId = '', visitId = '', at = '', mac = ''] = FORM.exec(cookie ?? '') ?? [];
      if (!hash.isOf(text, Buffer.from(mac, 'base64url'))) return undefined;
      const touch = { linkId, visitId, atMs: Number.parseInt(at, 36) };
      return isCurrentTouch(touch, nowMs) ? touch : undefined;
    },
  };
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FORM = new RegExp(`^((${UUID})\\.(${UUID})\\.([0-9a-z]{1,12}))\\.([\\w-]{43})$`);
