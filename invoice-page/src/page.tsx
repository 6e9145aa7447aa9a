import { useEffect, useLayoutEffect, useState } from 'react';
import type { CustomerInvoice } from '../../contract/customer-invoice.ts';
import { useWords } from './i18n/words.tsx';
import { followParent, isFramed } from './live/embed.ts';
import { useChange, useFollowed, usePassed } from './live/hooks.ts';
import type { InvoiceStore } from './live/store.ts';
import { otherNote } from './model/other-money.ts';
import { payUntil } from './model/rates.ts';
import { looks, type ScreenName, screenOf } from './model/screen.ts';
import { Announcer } from './parts/announcer.tsx';
import { LinkBanner, TestBanner } from './parts/banners.tsx';
import { ClaimLink } from './parts/claim-link.tsx';
import { Footer } from './parts/footer.tsx';
import { Head } from './parts/head.tsx';
import { HelpLink } from './parts/help-link.tsx';
import { NoteBox } from './parts/note-box.tsx';
import { Order } from './parts/order.tsx';
import { Progress } from './parts/progress.tsx';
import { tabTitle, titleOf } from './parts/title.ts';
import { Choose } from './screens/choose.tsx';
import { Pay } from './screens/pay.tsx';
import { ResultScreen } from './screens/result.tsx';
import { Waiting } from './screens/waiting.tsx';

/**
 * The page of one invoice: its frame, the screen of its state, and its messages to screen readers and to the framing
 * shop.
 */
export function Page({ store }: { store: InvoiceStore }) {
  const { t } = useWords();
  const { view, load, link } = useFollowed(store);
  // A demo is within a page that has such landmarks of its own.
  const name = view?.demo ? t('demo.title') : undefined;
  // From here on the page answers.
  useLayoutEffect(() => {
    document.documentElement.dataset.live = '';
  }, []);
  return (
    <>
      <TestBanner view={view} />
      <LinkBanner link={view === null ? 'live' : link} />
      <main className="stage" aria-label={name}>
        {view === null || load !== 'ready' ? (
          <Waiting load={load === 'missing' ? 'missing' : 'failed'} onRetry={() => void store.refresh()} />
        ) : (
          <Invoice store={store} view={view} />
        )}
      </main>
      <noscript>{t('noscript.say')}</noscript>
      <Footer partOf={name} />
    </>
  );
}

function Invoice({ store, view }: { store: InvoiceStore; view: CustomerInvoice }) {
  const { t, format, locale } = useWords();
  const timeUp = usePassed(store, view.expires_at);
  const [changing, setChanging] = useState(false);
  const rateUp = usePassed(store, payUntil(view));
  const base = screenOf(view, timeUp);
  const screen: ScreenName = base === 'pay' && (changing || rateUp) ? 'choose' : base;
  const title = titleOf(screen, view, t);
  const other = otherNote(view, { t, format }, locale);

  useChange(screen, showFromTop);
  useEffect(() => {
    if (base !== 'pay') setChanging(false);
  }, [base]);
  useEffect(() => {
    document.title = tabTitle(title, view, t);
  }, [title, view, t]);
  // Only a payer with an address gets mails, and only another language is worth a call.
  const hasEmail = view.customer_email !== null || typeof view.payer_email?.masked === 'string';
  const mails = hasEmail && view.language !== locale;
  useEffect(() => {
    if (mails) void store.speak(locale);
  }, [mails, locale, store]);
  // One message a version: the parent hears of statuses, not of refreshed rates.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new snapshot of the same version is no news
  useEffect(() => {
    if (isFramed()) return followParent(view);
    return undefined;
  }, [view.id, view.version]);

  return (
    <div className="sheet" data-screen={screen} data-tone={looks[screen].tone}>
      <Head view={view} screen={screen} />
      <section className="pay" aria-labelledby="title">
        {other !== null && <NoteBox {...other} />}
        {screen === 'choose' ? (
          <Choose store={store} view={view} onDone={() => setChanging(false)} changing={changing && !rateUp} />
        ) : screen === 'pay' || screen === 'partial' ? (
          <Pay
            key={`${view.gate_id}:${screen}`}
            store={store}
            view={view}
            screen={screen}
            onChange={() => setChanging(true)}
          />
        ) : (
          <ResultScreen key={screen} store={store} view={view} screen={screen} />
        )}
        <ClaimLink key={screen} store={store} view={view} screen={screen} />
        <HelpLink view={view} />
      </section>
      <Order view={view} progress={<Progress view={view} screen={screen} />} />
      <Announcer store={store} view={view} screen={screen} title={title} />
    </div>
  );
}

/** A new state begins with its heading, for eyes and for screen readers. A shop's page around this one stays put. */
function showFromTop(): void {
  window.scrollTo(0, 0);
  document.getElementById('title')?.focus({ preventScroll: isFramed() });
}
