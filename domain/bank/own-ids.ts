import { paymentIdOf } from './end-to-end-id.ts';

/** Capital letters and digits, as payments of today and of earlier releases have them. */
const NEW = /TG[0-9A-HJKMNP-TV-Z]{26}/g;
/** IDs of today are UUIDs of version 7 from 2022 on, which letters glued to an older one do not make. */
const TIME_ORDERED = /^01[89a-f][\da-f]{5}-[\da-f]{4}-7[\da-f]{3}-[89ab]/;
const OLD = /TG[0-9A-HJKMNP-TV-Z]{24}/;

/**
 * Our end-to-end ID in what a bank writes elsewhere: in the ID of an instruction, or in the text of a return. Lines may
 * be cut within it, and letters glued to it. The beginning of one of today reads like an older one, so those come last.
 */
export function findEndToEndId(lines: readonly string[]): string | null {
  const text = lines.join('');
  const found = text.match(NEW)?.find((each) => TIME_ORDERED.test(paymentIdOf(each) ?? ''));
  return found ?? OLD.exec(text)?.[0] ?? null;
}
