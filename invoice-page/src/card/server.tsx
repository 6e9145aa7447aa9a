import { renderToString } from 'react-dom/server';
import { inlineJson } from '../../../domain/text/inline-json.ts';
import de from '../../../locales/de/card-page.json' with { type: 'json' };
import en from '../../../locales/en/card-page.json' with { type: 'json' };
import es from '../../../locales/es/card-page.json' with { type: 'json' };
import fr from '../../../locales/fr/card-page.json' with { type: 'json' };
import it from '../../../locales/it/card-page.json' with { type: 'json' };
import pt from '../../../locales/pt/card-page.json' with { type: 'json' };
import ru from '../../../locales/ru/card-page.json' with { type: 'json' };
import type { Locale } from '../i18n/locale.ts';
import type { Messages } from '../i18n/messages.ts';
import { CardApp } from './app.tsx';
import { createStillCardStore } from './live/still-store.ts';
import type { CardPageInput } from './page-state.ts';
import { type CardMessages, type CardWords, SHARED_KEYS } from './words.tsx';

const files = { en, de, fr, es, it, pt, ru } satisfies Record<Locale, unknown>;

/** The words of this page in one language, and those that its parts share with the invoice's page. */
export function cardMessages(locale: Locale, invoice: Messages): CardMessages {
  const shared = Object.fromEntries(SHARED_KEYS.map((key) => [key, invoice[key]]));
  return { ...(shared as Pick<Messages, (typeof SHARED_KEYS)[number]>), ...files[locale] };
}

/** The parts of a page that depend on its state: the markup, the title, and the state itself for the script. */
export function drawCard(state: CardPageInput, words: CardWords): { body: string; state: string; title: string } {
  return {
    body: renderToString(<CardApp words={words} store={createStillCardStore(state)} />),
    state: inlineJson(state),
    title: words.t(
      typeof state === 'string' ? `${state}.title` : state.invoice === null ? 'amount.title' : 'invoice.title',
    ),
  };
}
