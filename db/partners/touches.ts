import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isCurrentTouch, type Touch } from '../../domain/partners/attribution.ts';

/** Writes and reads the cookie of a visit: signed, so that nobody makes one up, moves its time or its link. */
export interface Touches {
  write(touch: Touch): string;
  /** Undefined for a cookie that is not of ours, of another installation, or too old. */
  read(cookie: string | undefined, nowMs: number): Touch | undefined;
}

/** @param encryptionKey 32 bytes, the product's */
export function createTouches(encryptionKey: Uint8Array): Touches {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'tidegate partner visit', 32));
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    write({ linkId, visitId, atMs }) {
      const text = `${linkId}.${visitId}.${atMs.toString(36)}`;
      return `${text}.${macOf(text).toString('base64url')}`;
    },
    read(cookie, nowMs) {
      const [, text = '', linkId = '', visitId = '', at = '', mac = ''] = FORM.exec(cookie ?? '') ?? [];
      const given = Buffer.from(mac, 'base64url');
      const due = macOf(text);
      if (given.length !== due.length || !timingSafeEqual(given, due)) return undefined;
      const touch = { linkId, visitId, atMs: Number.parseInt(at, 36) };
      return isCurrentTouch(touch, nowMs) ? touch : undefined;
    },
  };
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FORM = new RegExp(`^((${UUID})\\.(${UUID})\\.([0-9a-z]{1,12}))\\.([\\w-]{43})$`);
