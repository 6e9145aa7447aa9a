import type { Language } from '../../domain/languages.ts';
import de from '../../locales/de/legal.json' with { type: 'json' };
import en from '../../locales/en/legal.json' with { type: 'json' };
import es from '../../locales/es/legal.json' with { type: 'json' };
import fr from '../../locales/fr/legal.json' with { type: 'json' };
import it from '../../locales/it/legal.json' with { type: 'json' };
import pt from '../../locales/pt/legal.json' with { type: 'json' };
import ru from '../../locales/ru/legal.json' with { type: 'json' };

export type LegalWords = typeof en;

const WORDS = { en, de, fr, es, it, pt, ru } as const;

/** The texts around legal documents, and in their lists and tables. */
export function legalWords(language: Language): LegalWords {
  return WORDS[language] as LegalWords;
}
