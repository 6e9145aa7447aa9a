import type { Language } from '../../domain/languages.ts';
import de from '../../locales/de/pages.json' with { type: 'json' };
import en from '../../locales/en/pages.json' with { type: 'json' };
import es from '../../locales/es/pages.json' with { type: 'json' };
import fr from '../../locales/fr/pages.json' with { type: 'json' };
import it from '../../locales/it/pages.json' with { type: 'json' };
import pt from '../../locales/pt/pages.json' with { type: 'json' };
import ru from '../../locales/ru/pages.json' with { type: 'json' };

type PageWords = typeof en;

/** The texts of pages without scripts, by language: `locales/<language>/pages.json`. */
export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = { en, de, fr, es, it, pt, ru };
