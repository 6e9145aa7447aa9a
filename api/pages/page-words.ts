import type { Language } from '../../domain/languages.ts';
import deFrame from '../../locales/de/invoice-page.json' with { type: 'json' };
import de from '../../locales/de/pages.json' with { type: 'json' };
import enFrame from '../../locales/en/invoice-page.json' with { type: 'json' };
import en from '../../locales/en/pages.json' with { type: 'json' };
import esFrame from '../../locales/es/invoice-page.json' with { type: 'json' };
import es from '../../locales/es/pages.json' with { type: 'json' };
import frFrame from '../../locales/fr/invoice-page.json' with { type: 'json' };
import fr from '../../locales/fr/pages.json' with { type: 'json' };
import itFrame from '../../locales/it/invoice-page.json' with { type: 'json' };
import it from '../../locales/it/pages.json' with { type: 'json' };
import ptFrame from '../../locales/pt/invoice-page.json' with { type: 'json' };
import pt from '../../locales/pt/pages.json' with { type: 'json' };
import ruFrame from '../../locales/ru/invoice-page.json' with { type: 'json' };
import ru from '../../locales/ru/pages.json' with { type: 'json' };

type PageWords = typeof en;

/** The texts of pages without scripts, by language: `locales/<language>/pages.json`. */
export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = { en, de, fr, es, it, pt, ru };

type FrameKey =
  | `test.${'prefix' | 'banner' | 'coins'}`
  | 'head.label'
  | `foot.${'by' | 'language' | 'change' | 'cookies'}`;

/** The words around the invoice page, for the pages beside it. */
export const FRAME_WORDS: Readonly<Record<Language, Readonly<Record<FrameKey, string>>>> = {
  en: enFrame,
  de: deFrame,
  fr: frFrame,
  es: esFrame,
  it: itFrame,
  pt: ptFrame,
  ru: ruFrame,
};
