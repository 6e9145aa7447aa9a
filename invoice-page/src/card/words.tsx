import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Message } from '../../../domain/text/messages.ts';
import type cardEnglish from '../../../locales/en/card-page.json';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translate.ts';
import { type Words, WordsContext } from '../i18n/words.tsx';

/** Words of the invoice's page that parts of this one say too. */
export const SHARED_KEYS = [
  'test.prefix',
  'test.banner',
  'choose.on',
  'copy.copy',
  'copy.copied',
  'copy.by_hand',
  'dial.count',
  'dial.confirmations',
  'fact.explorer',
  'foot.by',
  'foot.cookies',
  'foot.language',
  'foot.change',
  'link.polling',
  'link.offline',
  'action.retry',
] as const satisfies readonly MessageKey[];

type SharedKey = (typeof SHARED_KEYS)[number];
export type CardKey = keyof typeof cardEnglish | SharedKey;
export type CardMessages = Readonly<Record<CardKey, Message>>;
export type CardTranslate = Translate<CardKey>;
export type CardWords = Words<CardKey>;

const CardWordsContext = createContext<CardWords | null>(null);

/** Gives the words of this page to its screens, and those that they share to the parts of the invoice's page. */
export function CardWordsProvider({ words, children }: { words: CardWords; children: ReactNode }) {
  const shared = useMemo<Words>(
    () => ({ ...words, t: (key, values) => (isShared(key) ? words.t(key, values) : key) }),
    [words],
  );
  return (
    <WordsContext value={shared}>
      <CardWordsContext value={words}>{children}</CardWordsContext>
    </WordsContext>
  );
}

export function useCardWords(): CardWords {
  const words = useContext(CardWordsContext);
  if (words === null) throw new Error('No words');
  return words;
}

const isShared = (key: string): key is SharedKey => (SHARED_KEYS as readonly string[]).includes(key);
