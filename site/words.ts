import { createContext, useContext } from 'react';
import { intlTag, type Language } from '../domain/languages.ts';
import { isTranslated, pathIn } from '../domain/site/translations.ts';
import { fillText, type Message, type MessageValues, pluralForm } from '../domain/text/messages.ts';
import deSample from '../locales/de/sample.json' with { type: 'json' };
import de from '../locales/de/site.json' with { type: 'json' };
import enSample from '../locales/en/sample.json' with { type: 'json' };
import en from '../locales/en/site.json' with { type: 'json' };
import esSample from '../locales/es/sample.json' with { type: 'json' };
import es from '../locales/es/site.json' with { type: 'json' };
import frSample from '../locales/fr/sample.json' with { type: 'json' };
import fr from '../locales/fr/site.json' with { type: 'json' };
import itSample from '../locales/it/sample.json' with { type: 'json' };
import it from '../locales/it/site.json' with { type: 'json' };
import ptSample from '../locales/pt/sample.json' with { type: 'json' };
import pt from '../locales/pt/site.json' with { type: 'json' };
import ruSample from '../locales/ru/sample.json' with { type: 'json' };
import ru from '../locales/ru/site.json' with { type: 'json' };
import { inEuro } from './demo/euro.ts';

export type SiteWords = typeof en;
export type SampleWords = typeof enSample;

/** The texts of the translated pages. Only the build reads it: scripts get their texts from the page. */
const WORDS = { en, de, fr, es, it, pt, ru } as const;
const SAMPLE_WORDS: Readonly<Record<Language, SampleWords>> = {
  en: enSample,
  de: deSample,
  fr: frSample,
  es: esSample,
  it: itSample,
  pt: ptSample,
  ru: ruSample,
};

export function siteWords(language: Language): SiteWords {
  return WORDS[language] as SiteWords;
}

/** A page's language and address. */
interface Site {
  readonly language: Language;
  /** The page's English path, if it is written in every language. */
  readonly path?: string;
}

/** Pages that say nothing are English. */
export const SiteContext = createContext<Site>({ language: 'en' });

export interface SiteLink {
  readonly href: string;
  /** Where the page behind it is in another language than this one. */
  readonly hrefLang?: Language;
}

/** The words of the page that is being rendered, and how its language writes what they are filled with. */
export function useSite() {
  const { language, path } = useContext(SiteContext);
  return {
    language,
    path,
    words: siteWords(language),
    sample: SAMPLE_WORDS[language],
    link: (to: string) => linkIn(language, to),
    count: (message: Message, values: MessageValues & { readonly count: number }) => count(language, message, values),
    euro: (amount: string) => inEuro(amount, intlTag(language)),
  };
}

/** A message with the plural form of its count. */
export function count(
  language: Language,
  message: Message,
  values: MessageValues & { readonly count: number },
): string {
  const text =
    typeof message === 'string' ? message : pluralForm(message, new Intl.PluralRules(language), values.count);
  return fillText(text, values);
}

/** A link to the page in the language of the reader, where there is one; else to the English page. */
export function linkIn(language: Language, path: string): SiteLink {
  if (path.startsWith('/verify')) return { href: `/verify?lang=${language}` };
  const [page = ''] = path.split('#');
  if (isTranslated(page)) return { href: pathIn(language, path) };
  return language === 'en' ? { href: path } : { href: path, hrefLang: 'en' };
}

/** The purpose of the landing page's demo invoice. */
export function sampleOrder({ sample }: SiteWords): string {
  return fillText(sample.order, { number: SAMPLE_NUMBER });
}

const SAMPLE_NUMBER = 'KC-20418';
