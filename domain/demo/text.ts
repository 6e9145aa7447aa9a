import { withoutLinks } from '../text/plain-text.ts';
import { MAX_DEMO_DESCRIPTION, MAX_DEMO_NAME } from './limits.ts';

/**
 * A visitor's text as others may see it: one line of visible letters, without parts that open a site, a mailbox or a
 * telephone. Null when nothing is left.
 */
export function demoText(typed: string, maxLength: number): string | null {
  const visible = withoutLinks(typed.normalize('NFKC').replaceAll(INVISIBLE, '')).replaceAll(NUMBER, '…');
  const text = withoutMarks(visible)
    .slice(0, maxLength)
    .replace(/\p{Cs}$/u, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : null;
}

export function demoName(typed: string): string | null {
  return demoText(typed, MAX_DEMO_NAME);
}

export function demoDescription(typed: string): string | null {
  return demoText(typed, MAX_DEMO_DESCRIPTION);
}

/** No more marks on a letter than languages use: stacks of them reach into the lines above and below. */
function withoutMarks(text: string): string {
  return text.replaceAll(/(\p{M}{2})\p{M}+/gu, '$1');
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Seven digits or more, however they are grouped: a telephone, an account or a card. */
const NUMBER = /\+?\p{Nd}(?:[\s().,\-–/]{0,3}\p{Nd}){6,}/gu;
