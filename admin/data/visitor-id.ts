import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { t } from '../i18n/translate.ts';
import { notify } from './notices.ts';

let known: string | null = null;

/**
 * The visitor fingerprint: SHA-256 of some properties of the browser, the same on each visit from the same device.
 * Null, with the spec's message, where the browser does not tell them.
 */
export function visitorId(): string | null {
  if (known) return known;
  try {
    known = fingerprint(browserProperties());
  } catch {
    notify(t('error.fingerprint'), 'error');
  }
  return known;
}

export function fingerprint(properties: readonly (string | number)[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(properties))));
}

/** Nothing that changes from visit to visit, such as the size of the window. */
function browserProperties(): (string | number)[] {
  const { navigator, screen } = window;
  return [
    navigator.userAgent,
    navigator.language,
    navigator.languages.join(','),
    navigator.hardwareConcurrency,
    screen.width,
    screen.height,
    screen.colorDepth,
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
  ];
}
