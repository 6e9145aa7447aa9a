import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createClient } from './live/client.ts';
import { createClock } from './live/clock.ts';
import { answeredAtMs, inlinedPage } from './live/inlined-page.ts';
import { invoiceIdFromPath, painted, watchPage } from './live/page.ts';
import { createInvoiceStore } from './live/store.ts';
import { followInvoice } from './live/stream.ts';

// Takes over the page that the server drew, from the state and the words that it wrote beside it.
const invoiceId = invoiceIdFromPath(location.pathname);
const { state, words } = inlinedPage();
const store = createInvoiceStore({
  client: createClient(invoiceId),
  clock: createClock(),
  follow: (events) => followInvoice(invoiceId, events),
  initial: state,
  initialAtMs: answeredAtMs(),
  watchPage,
});
const root = document.getElementById('root');
// Not awaited at the top level: files of rare parts import from this one, which has to be through by then.
void painted().then(() => {
  if (root !== null) hydrateRoot(root, <App words={words} store={store} />);
});
