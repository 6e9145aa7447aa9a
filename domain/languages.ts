/** The languages of the invoice page and of mails (spec §1). */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each in itself, so that its readers find it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  ru: 'Русский',
};

/** The first language of ours that an `Accept-Language` header names; English where there is none. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const requested = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return LANGUAGES.find((language) => language === requested.find((each) => isLanguage(each))) ?? 'en';
}

/** Whether this is a language tag: BCP 47, or WordPress's form of it (`de_DE_formal`). */
export function isLanguageTag(text: string): boolean {
  return /^[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8}){0,6}$/.test(text);
}

/** The language of ours that is nearest to a locale; null where none is. */
export function languageOfLocale(locale: string): Language | null {
  const [primary = ''] = locale.toLowerCase().split(/[_-]/);
  return LANGUAGES.find((language) => language === primary) ?? NEAREST[primary] ?? null;
}

/** Languages whose readers read one of ours: their own codes of the same language, and those of its country. */
const NEAREST: Readonly<Record<string, Language>> = {
  deu: 'de',
  ger: 'de',
  gsw: 'de',
  bar: 'de',
  lb: 'de',
  nds: 'de',
  eng: 'en',
  fra: 'fr',
  fre: 'fr',
  oc: 'fr',
  br: 'fr',
  co: 'fr',
  spa: 'es',
  ca: 'es',
  gl: 'es',
  eu: 'es',
  ast: 'es',
  arg: 'es',
  ita: 'it',
  fur: 'it',
  sc: 'it',
  scn: 'it',
  por: 'pt',
  rus: 'ru',
  be: 'ru',
  sah: 'ru',
  tt: 'ru',
};

/** The language that a link asks for, otherwise the first of ours that the browser takes. */
export function requestedLanguage(request: unknown, acceptLanguage: string | undefined): Language {
  return LANGUAGES.find((language) => language === request) ?? languageOf(acceptLanguage);
}

function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

/** For numbers and dates of pages that know no region of their reader: Portuguese is that of Portugal. */
export function intlTag(language: Language): string {
  if (language === 'en') return 'en-US';
  return language === 'pt' ? 'pt-PT' : language;
}
