import type { Language } from '../../domain/languages.ts';
import type { VerifyWords } from './verify-words.ts';

/** Each language is a chunk of its own: a reader loads one. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly words: VerifyWords }>>> = {
  en: () => import('./words/en.ts'),
  de: () => import('./words/de.ts'),
  fr: () => import('./words/fr.ts'),
  es: () => import('./words/es.ts'),
  it: () => import('./words/it.ts'),
  pt: () => import('./words/pt.ts'),
  ru: () => import('./words/ru.ts'),
};

/** The words of the language that a page is in; English if it names none of ours. */
export async function verifyWords(language: string): Promise<VerifyWords> {
  const load = Object.hasOwn(LOADERS, language) ? LOADERS[language as Language] : LOADERS.en;
  return (await load()).words;
}
