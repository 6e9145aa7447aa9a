import { LANGUAGES, type Language } from '../languages.ts';

/** The languages whose pages are below a path of their own: all but English. */
export const TRANSLATED_LANGUAGES = LANGUAGES.filter((language) => language !== 'en');

/** The pages for visitors that are written in every language, by their English path, beside the legal documents. */
export const TRANSLATED_PAGES = ['/', '/pricing', '/faq', '/legal'] as const;

export function isTranslated(path: string): boolean {
  return TRANSLATED_PAGES.some((page) => page === path) || path.startsWith('/legal/');
}

/** Where a page of `TRANSLATED_PAGES` is in a language, by its English path. */
export function pathIn(language: Language, path: string): string {
  return language === 'en' ? path : `/${language}${path}`;
}
