import { intlTag, type Language } from '../../domain/languages.ts';

/** English of no region is British, as on the payer's page. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : intlTag(language);
}

/** `20 Nov 2026, 10:15 UTC`: the reader's time zone is not known. */
export function momentIn(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(iso))} UTC`;
}
