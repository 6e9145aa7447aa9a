/** The languages of the page (spec §1), each named in itself. */
export const LOCALES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  ru: 'Русский',
} as const;

export type Locale = keyof typeof LOCALES;

const STORAGE_KEY = 'tidegate.locale';

/** The language chosen by hand before, else the first of the browser's that the page speaks, else English. */
export function preferredLocale(): Locale {
  return chooseLocale([rememberedLocale(), ...navigator.languages]);
}

/** The first wish that is a language of the page; regions do not matter (`pt-BR` is `pt`). */
export function chooseLocale(wishes: readonly (string | null)[]): Locale {
  for (const wish of wishes) {
    const language = wish?.split('-')[0]?.toLowerCase();
    if (language !== undefined && isLocale(language)) return language;
  }
  return 'en';
}

/**
 * The tag for numbers and dates: the browser's region of the language (`en-GB` tells the time otherwise than `en-US`).
 */
export function formatTag(locale: Locale, wishes: readonly string[]): string {
  return wishes.find((wish) => wish.toLowerCase().startsWith(`${locale}-`)) ?? locale;
}

export function isLocale(text: string): text is Locale {
  return Object.hasOwn(LOCALES, text);
}

export function rememberLocale(locale: Locale): void {
  try {
    localStorage.setItem(STORAGE_KEY, locale);
  } catch {
    // A frame without storage still changes its language, it only forgets it.
  }
}

function rememberedLocale(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
