import { type Words, WordsContext } from './i18n/words.tsx';
import type { InvoiceStore } from './live/store.ts';
import { Page } from './page.tsx';

/** The root that the server renders and the browser hydrates: both from the same words and the same state. */
export function App({ words, store }: { words: Words; store: InvoiceStore }) {
  return (
    <WordsContext value={words}>
      <Page store={store} />
    </WordsContext>
  );
}
