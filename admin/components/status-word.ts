import { translateOr } from '../i18n/translate.ts';

/** The name of a status, the same on chips, in events, settings and the console; one that is new to us as it is. */
export function statusWord(status: string): string {
  return translateOr(`status.${status}`, status.replaceAll('_', ' '));
}
