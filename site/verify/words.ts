import type { Language } from '../../domain/languages.ts';
import type { VerifyWords } from './verify-words.ts';

/** Each language is a chunk of its own: a reader loads one. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: VerifyWords }>>> = {
  en: () => import('../../locales/en/verify.json', { with: { type: 'json' } }),
  de: () => import('../../locales/de/verify.json', { with: { type: 'json' } }),
  fr: () => import('../../locales/fr/verify.json', { with: { type: 'json' } }),
  es: () => import('../../locales/es/verify.json', { with: { type: 'json' } }),
  it: () => import('../../locales/it/verify.json', { with: { type: 'json' } }),
  pt: () => import('../../locales/pt/verify.json', { with: { type: 'json' } }),
  ru: () => import('../../locales/ru/verify.json', { with: { type: 'json' } }),
};

/** The words of the language that a page is in; English if it names none of ours. */
export async function verifyWords(language: string): Promise<VerifyWords> {
  const load = Object.hasOwn(LOADERS, language) ? LOADERS[language as Language] : LOADERS.en;
  return (await load()).default;
}
