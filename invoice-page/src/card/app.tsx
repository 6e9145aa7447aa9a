import type { CardStore } from './live/store.ts';
import { CardPage } from './page.tsx';
import { type CardWords, CardWordsProvider } from './words.tsx';

/** The root that the server renders and the browser hydrates: both from the same words and the same state. */
export function CardApp({ words, store }: { words: CardWords; store: CardStore }) {
  return (
    <CardWordsProvider words={words}>
      <CardPage store={store} />
    </CardWordsProvider>
  );
}
