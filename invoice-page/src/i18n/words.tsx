import { createContext, useContext, useMemo } from 'react';
import type { Separators } from '../../../domain/money/decimal-text.ts';
import type { Message } from '../../../domain/text/messages.ts';
import { useHydrated } from '../live/hooks.ts';
import { createNumberFormat, createTimeFormat, type Format, type NumberFormat, type TimeFormat } from './format.ts';
import type { Locale } from './locale.ts';
import type { MessageKey } from './messages.ts';
import { createTranslate, type Translate } from './translate.ts';

/** The texts and formats of one language: what the server drew the page with, and the browser goes on with. */
export interface Words<Key extends string = MessageKey> {
  readonly locale: Locale;
  readonly t: Translate<Key>;
  readonly format: NumberFormat;
  /** In the reader's time zone. */
  readonly times: TimeFormat;
  /** The server's format, which does not know the reader's time zone. */
  readonly utcTimes: TimeFormat;
}

export interface Language {
  readonly locale: Locale;
  /** For numbers and dates. */
  readonly tag: string;
  readonly separators: Separators;
}

export function createWords<Key extends string>(
  { locale, tag, separators }: Language,
  messages: Readonly<Record<Key, Message>>,
): Words<Key> {
  return {
    locale,
    t: createTranslate(locale, messages),
    format: createNumberFormat(tag, separators),
    times: createTimeFormat(tag, 'local'),
    utcTimes: createTimeFormat(tag, 'UTC'),
  };
}

/** Gives texts and formats to all below it. */
export const WordsContext = createContext<Words | null>(null);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('No words');
  return words;
}

/** With times: in UTC as the server drew them, then in the reader's own zone. */
export function useTimedWords(): { readonly t: Translate; readonly format: Format } {
  const { t, format, times, utcTimes } = useWords();
  const zoned = useHydrated() ? times : utcTimes;
  return useMemo(() => ({ t, format: { ...format, ...zoned } }), [t, format, zoned]);
}
