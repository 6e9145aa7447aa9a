import { LRUCache } from 'lru-cache';
import { renderToString } from 'react-dom/server';
import type { CustomerInvoice } from '../../contract/customer-invoice.ts';
import { separatorsOf } from '../../domain/money/decimal-text.ts';
import { inlineJson } from '../../domain/text/inline-json.ts';
import type { Message } from '../../domain/text/messages.ts';
import de from '../../locales/de/invoice-page.json' with { type: 'json' };
import en from '../../locales/en/invoice-page.json' with { type: 'json' };
import es from '../../locales/es/invoice-page.json' with { type: 'json' };
import fr from '../../locales/fr/invoice-page.json' with { type: 'json' };
import it from '../../locales/it/invoice-page.json' with { type: 'json' };
import pt from '../../locales/pt/invoice-page.json' with { type: 'json' };
import ru from '../../locales/ru/invoice-page.json' with { type: 'json' };
import { App } from './app.tsx';
import type { CardPageInput } from './card/page-state.ts';
import { cardMessages, drawCard } from './card/server.tsx';
import type { CardWords } from './card/words.tsx';
import { type ChosenLocale, type Locale, type LocaleSources, localeOf } from './i18n/locale.ts';
import type { Messages } from './i18n/messages.ts';
import { createWords, type Language, type Words } from './i18n/words.tsx';
import { createStillStore } from './live/still-store.ts';
import type { MissingView } from './live/store.ts';
import { pageTitle } from './parts/title.ts';
import { SPRITE } from './sprite.ts';

/** The content and language of one answer. */
export interface PageRequest extends LocaleSources {
  /** The invoice as it is now, or why there is none to show. */
  readonly state: CustomerInvoice | MissingView;
}

/**
 * Draws pages into the `index.html` of the client's build. They can be read without script, and the script takes them
 * over unchanged. Whatever merchants and payers wrote is shown as text (hazard 71).
 */
export function createPage(html: string): (request: PageRequest) => string {
  const [start, head, middle, end, ...rest] = html.split(MARKS);
  if (end === undefined || rest.length > 0) throw new Error('The page has not all of its marks, each once.');
  return ({ state, ...wishes }) => {
    const chosen = localeOf(wishes);
    const { words, scripts } = wordsOf(chosen);
    const body = renderToString(<App words={words} store={createStillStore(state)} />);
    return [
      start,
      `<html lang="${chosen.locale}">`,
      head,
      `<title>${asText(pageTitle(state, words.t))}</title>`,
      middle,
      SPRITE,
      `<div id="root">${body}</div>`,
      inlined('state', inlineJson(state)),
      scripts,
      end,
    ].join('');
  };
}

/** One answer of the card purchase. */
export interface CardPageRequest extends LocaleSources {
  readonly state: CardPageInput;
}

/** The same for the purchase of coins by card, into the `card.html` of the client's build. */
export function createCardPage(html: string): (request: CardPageRequest) => string {
  const [start, head, middle, end, ...rest] = html.split(MARKS);
  if (end === undefined || rest.length > 0) throw new Error('The page has not all of its marks, each once.');
  const known = new LRUCache<string, { words: CardWords; scripts: string }>({ max: 50 });
  return ({ state, ...wishes }) => {
    const { locale, tag } = localeOf(wishes);
    const served = known.get(tag) ?? wordsFor({ locale, tag }, cardMessages(locale, files[locale]));
    known.set(tag, served);
    const drawn = drawCard(state, served.words);
    return [
      start,
      `<html lang="${locale}">`,
      head,
      `<title>${asText(drawn.title)}</title>`,
      middle,
      SPRITE,
      `<div id="root">${drawn.body}</div>`,
      inlined('state', drawn.state),
      served.scripts,
      end,
    ].join('');
  };
}

/** The places of the built page that depend on the request. */
const MARKS = /<html lang="en">|<title>(?:Invoice|Card purchase)<\/title>|<div id="root"><\/div>/;

interface ServedWords {
  readonly words: Words;
  /** The same for the browser, to take the page over with. */
  readonly scripts: string;
}

const files: Readonly<Record<Locale, Messages>> = { en, de, fr, es, it, pt, ru };
const json = new Map<Locale, string>();

/** By region; a client may name any, so only the last ones stay. */
const known = new LRUCache<string, ServedWords>({ max: 50 });

function wordsOf({ locale, tag }: ChosenLocale): ServedWords {
  const served = known.get(tag) ?? makeWords(locale, tag);
  known.set(tag, served);
  return served;
}

function makeWords(locale: Locale, tag: string): ServedWords {
  const text = json.get(locale) ?? inlineJson(files[locale]);
  json.set(locale, text);
  return wordsFor({ locale, tag }, files[locale], text);
}

function wordsFor<Key extends string>(
  { locale, tag }: ChosenLocale,
  messages: Readonly<Record<Key, Message>>,
  text = inlineJson(messages),
): { words: Words<Key>; scripts: string } {
  const language: Language = { locale, tag, separators: separatorsOf(tag) };
  return {
    words: createWords(language, messages),
    scripts: inlined('language', inlineJson(language)) + inlined('words', text),
  };
}

const inlined = (id: string, text: string): string => `<script type="application/json" id="${id}">${text}</script>`;

const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
