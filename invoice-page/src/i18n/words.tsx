import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { createFormat, type Format } from './format.ts';
import { formatTag, type Locale, rememberLocale } from './locale.ts';
import { loadMessages, type Messages } from './messages.ts';
import { createTranslate, type Translate } from './translate.ts';

export interface Words {
  readonly locale: Locale;
  readonly t: Translate;
  readonly format: Format;
  readonly setLocale: (locale: Locale) => void;
}

export interface InitialWords {
  readonly locale: Locale;
  readonly messages: Messages;
}

const WordsContext = createContext<Words | null>(null);

/** The page's language: texts and formats for all below it. A change by hand is remembered in this browser. */
export function WordsProvider(props: InitialWords & { children: ReactNode }) {
  const [current, setCurrent] = useState({ locale: props.locale, messages: props.messages });
  const words = useMemo<Words>(
    () => ({
      locale: current.locale,
      t: createTranslate(current.locale, current.messages),
      format: createFormat(formatTag(current.locale, navigator.languages)),
      setLocale(locale) {
        rememberLocale(locale);
        // When the words cannot be fetched, the page stays in the language it has.
        loadMessages(locale).then(
          (messages) => setCurrent({ locale, messages }),
          () => undefined,
        );
      },
    }),
    [current],
  );
  useEffect(() => {
    document.documentElement.lang = current.locale;
  }, [current.locale]);
  return <WordsContext value={words}>{props.children}</WordsContext>;
}

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('useWords needs a WordsProvider around it');
  return words;
}
