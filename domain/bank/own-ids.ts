import { paymentIdOf } from './end-to-end-id.ts';

/** Capital letters and digits, as payments of today and of earlier releases have them. */
const NEW = /TG[0-9A-HJKMNP-TV-Z]{26}/g;
/** IDs of today are UUIDs of version 7, which letters glued to an older one hardly ever make. */
const TIME_ORDERED = /^[\da-f]{8}-[\da-f]{4}-7/;
const OLD = /TG[0-9A-HJKMNP-TV-Z]{24}/;

/**
 * Our end-to-end ID in what a bank writes elsewhere: in the ID of an instruction, or in the text of a return. Lines may
 * be cut within it, and letters glued to it.
 */
export function findEndToEndId(lines: readonly string[]): string | null {
  for (const text of [lines.join(' '), lines.join('')]) {
    for (const [found] of text.matchAll(NEW)) {
      if (TIME_ORDERED.test(paymentIdOf(found) ?? '')) return found;
    }
    const old = OLD.exec(text);
    if (old !== null) return old[0];
  }
  return null;
}
