import { intlTag, LANGUAGE_NAMES, type Language } from '../../../domain/languages.ts';

/** The languages of the page (spec §1), each named in itself. */
export const LOCALES = LANGUAGE_NAMES;

export type Locale = Language;

/** A request's information about the reader's language. */
export interface LocaleSources {
  /** The query's `lang`: what the reader has just chosen. */
  readonly lang: string | undefined;
  /** The headers; before the browser's languages, that of the order. */
  readonly acceptLanguage: string | undefined;
  readonly cookies: string | undefined;
}

export interface ChosenLocale {
  readonly locale: Locale;
  /** For numbers and dates. */
  readonly tag: string;
}

/**
 * The page's language: the one chosen by hand, now or before, else the first of the browser's that the page speaks,
 * else English.
 */
export function localeOf({ lang = '', acceptLanguage = '', cookies = '' }: LocaleSources): ChosenLocale {
  const tags = acceptLanguage
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map((tag) => tag.split(';')[0]?.trim() ?? '');
  const locale = chooseLocale([lang, rememberedLocale(cookies), ...tags]);
  return { locale, tag: formatTag(locale, tags) };
}

const LONGEST_HEADER = 200;

/** The first requested language that the page has; regions do not matter (`pt-BR` is `pt`). */
export function chooseLocale(tags: readonly (string | null)[]): Locale {
  for (const tag of tags) {
    const language = tag?.split('-')[0]?.toLowerCase();
    if (language !== undefined && isLocale(language)) return language;
  }
  return 'en';
}

/**
 * The tag for numbers and dates: the browser's region of the language (`en-US` tells the time otherwise than `en-GB`).
 * English of no region is British, and Portuguese that of Portugal, as in mails.
 */
export function formatTag(locale: Locale, tags: readonly string[]): string {
  const region = new RegExp(`^${locale}-([a-z]{2})$`, 'i');
  for (const tag of tags) {
    const found = region.exec(tag)?.[1];
    if (found !== undefined) return `${locale}-${found.toUpperCase()}`;
  }
  return locale === 'en' ? 'en-GB' : intlTag(locale);
}

export function isLocale(text: string): text is Locale {
  return Object.hasOwn(LOCALES, text);
}

const COOKIE = 'tidegate-language';
const YEAR_SECONDS = 365 * 24 * 3600;

/** Has the page drawn in this language, now and in future; whatever else its address says stays. */
export function changeLocale(locale: Locale): void {
  // Within a shop's page a browser keeps only a cookie that is bound to that shop, and only over TLS; some keep none.
  const scope = location.protocol === 'https:' ? 'samesite=none; secure; partitioned' : 'samesite=lax';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${COOKIE}=${locale}; path=${folder()}; max-age=${YEAR_SECONDS}; ${scope}`;
  const query = new URLSearchParams(location.search);
  query.set('lang', locale);
  location.search = query.toString();
}

/** The first part of the address: each kind of page remembers its own language. */
const folder = (): string => `/${location.pathname.split('/')[1] ?? ''}`;

function rememberedLocale(cookies: string): string | null {
  return new RegExp(`(?:^|; )${COOKIE}=([a-z]{2})(?:;|$)`).exec(cookies)?.[1] ?? null;
}
