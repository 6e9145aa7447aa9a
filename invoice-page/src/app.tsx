import { createRoot } from 'react-dom/client';
import { type InitialWords, WordsProvider } from './i18n/words.tsx';
import { isInvoice } from './is-invoice.ts';
import { createClient } from './live/client.ts';
import { createClock } from './live/clock.ts';
import { invoiceIdFromPath, readInlinedState, watchPage } from './live/page.ts';
import { createInvoiceStore } from './live/store.ts';
import { followInvoice } from './live/stream.ts';
import { Page } from './page.tsx';

/** Mounts the page into `#root`, with the first state the server wrote into it. */
export function mount(words: InitialWords): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  const invoiceId = invoiceIdFromPath(location.pathname);
  const inlined = readInlinedState();
  const store = createInvoiceStore({
    client: createClient(invoiceId),
    clock: createClock(),
    follow: (events) => followInvoice(invoiceId, events),
    initial: isInvoice(inlined) ? inlined : null,
    watchPage,
  });
  createRoot(root).render(
    <WordsProvider {...words}>
      <Page store={store} />
    </WordsProvider>,
  );
}
