import { useEffect, useLayoutEffect, useState } from 'react';
import type { CardMerchant, CardOrder } from '../../../contract/card-payment.ts';
import { isFramed } from '../live/embed.ts';
import { useChange, useFollowed } from '../live/hooks.ts';
import { LinkBanner } from '../parts/banners.tsx';
import { Footer } from '../parts/footer.tsx';
import { Icon } from '../parts/icon.tsx';
import { followFrame, frameShop, tellStatus } from './live/frame.ts';
import { useStep } from './live/hooks.ts';
import type { CardState, CardStore } from './live/store.ts';
import { type CardScreen, type DraftStep, furthestStep, screenOf } from './model/steps.ts';
import { titleOf, toneOf } from './model/titles.ts';
import { Head } from './parts/head.tsx';
import { Purchase } from './parts/purchase.tsx';
import { AddressStep } from './screens/address.tsx';
import { AmountStep } from './screens/amount.tsx';
import { CheckStep } from './screens/check.tsx';
import { EmailStep } from './screens/email.tsx';
import { Ended } from './screens/ended.tsx';
import { Delivered, Follow } from './screens/follow.tsx';
import { Identity } from './screens/identity.tsx';
import { InvoiceAmountStep } from './screens/invoice-amount.tsx';
import { Nothing, Opening } from './screens/nothing.tsx';
import { Pay } from './screens/pay.tsx';
import type { ScreenProps } from './screens/props.ts';
import { useCardWords } from './words.tsx';

/** The page of a purchase by card: its frame, the screen of its order, and what it says to readers and to the shop. */
export function CardPage({ store }: { store: CardStore }) {
  const state = useFollowed(store);
  const { order, page, load, link } = state;
  const shop = order?.shop ?? page?.merchant?.shop;
  const mode = order?.mode ?? page?.merchant?.mode;
  useLayoutEffect(() => {
    document.documentElement.dataset.live = '';
  }, []);
  useFrame(store, state);
  const isTest = mode === 'sandbox' || (order ?? page?.merchant)?.simulated === true;
  return (
    <>
      {isTest && <TestStripe />}
      <LinkBanner link={load === 'ready' ? link : 'live'} />
      <main className="stage">
        {load === 'missing' || load === 'failed' || load === 'lost' ? (
          <Nothing why={load} onRetry={() => location.reload()} />
        ) : page?.merchant?.available === false && order === null ? (
          <Nothing why="closed" merchant={page.merchant} onRetry={() => location.reload()} />
        ) : (
          <Sheet store={store} state={state} shop={shop} />
        )}
      </main>
      <Footer partOf={undefined} />
    </>
  );
}

function Sheet({ store, state, shop }: { store: CardStore; state: CardState; shop: CardMerchant['shop'] | undefined }) {
  const words = useCardWords();
  const { order, load, page } = state;
  const [requested, go] = useStep(store);
  const screen = screenOf(order, requested);
  const isOpening = load === 'opening' || (order === null && state.offer === null && page?.merchant !== null);
  const title = isOpening
    ? words.t('opening.title')
    : titleOf(screen, { order, invoice: page?.invoice ?? null }, words);
  const isTest = (order ?? page?.merchant)?.mode === 'sandbox';
  useChange(
    isOpening ? 'opening' : `${screen}:${order?.status ?? ''}`,
    (_, before) => before !== 'opening' && showFromTop(),
  );
  useEffect(() => {
    const name = shop === undefined ? '' : ` · ${shop.name}`;
    document.title = `${isTest ? `${words.t('test.prefix')} · ` : ''}${title}${name}`;
  }, [title, shop, isTest, words]);
  const props = { store, state, onDone: () => go(furthestStep(store.getState().order)) };
  return (
    <div className="sheet card-sheet" data-screen={screen} data-tone={isOpening ? 'info' : toneOf(screen, order)}>
      <Head shop={shop} order={order} invoice={page?.invoice ?? null} />
      <section className="pay" aria-labelledby="title">
        {isOpening ? <Opening title={title} /> : <Screen {...props} screen={screen} title={title} go={go} />}
      </section>
      <Purchase order={order} shop={shop} partner={state.offer?.partner ?? null} onEdit={go} />
      <Announcer title={title} screen={screen} order={order} />
    </div>
  );
}

function Screen(props: ScreenProps & { screen: CardScreen; title: string; go: (step: DraftStep) => void }) {
  const { screen, title, go, ...rest } = props;
  const { order, page } = rest.state;
  if (screen === 'amount') {
    const invoice = order === null ? page?.invoice : null;
    return invoice || order?.invoice_id ? (
      <InvoiceAmountStep {...rest} title={title} />
    ) : (
      <AmountStep {...rest} title={title} />
    );
  }
  if (order === null) return null;
  const own = { ...rest, order, title };
  switch (screen) {
    case 'address':
      return <AddressStep {...own} />;
    case 'email':
      return <EmailStep {...own} />;
    case 'check':
      return <CheckStep {...own} onEdit={go} />;
    case 'placing':
    case 'pay':
      return <Pay {...own} />;
    case 'identity':
      return <Identity {...own} />;
    case 'follow':
      return <Follow {...own} />;
    case 'delivered':
      return <Delivered {...own} />;
    case 'ended':
      return <Ended {...own} />;
    default:
      return screen satisfies never;
  }
}

/** A new screen begins with its heading, for eyes and for screen readers. A shop's page around this one stays put. */
function showFromTop(): void {
  window.scrollTo(0, 0);
  document.getElementById('title')?.focus({ preventScroll: isFramed() });
}

function TestStripe() {
  const { t } = useCardWords();
  return (
    <aside className="banner" data-tone="warning" aria-label={t('test.prefix')}>
      <Icon name="alert" />
      <p>
        <strong>{t('test.banner')}</strong> {t('test.card')}
      </p>
    </aside>
  );
}

/** Says aloud what changed: the heading of each new screen, and each confirmation. */
function Announcer({ title, screen, order }: { title: string; screen: CardScreen; order: CardOrder | null }) {
  const { t } = useCardWords();
  const [news, setNews] = useState('');
  const current = screen === 'follow' ? (order?.confirmations ?? 0) : 0;
  const required = order?.required_confirmations ?? 1;
  const count =
    current === 0 ? '' : `${t('dial.count', { current, required })} ${t('dial.confirmations', { count: required })}`;
  useChange(title, setNews);
  useChange(count, (text) => text !== '' && setNews(text));
  return (
    <p className="unseen" role="status">
      {news}
    </p>
  );
}

function useFrame(store: CardStore, { order, page }: CardState): void {
  const shop = order?.shop ?? page?.merchant?.shop;
  const mode = order?.mode ?? page?.merchant?.mode;
  const domain = shop?.domain ?? null;
  useEffect(() => {
    if (mode === undefined) return;
    return followFrame(frameShop({ domain }, mode), () => store.getState().order);
  }, [store, domain, mode]);
  // One message a version.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer of the same version is no news
  useEffect(() => {
    if (mode !== undefined) tellStatus(frameShop({ domain }, mode), order);
  }, [order?.id, order?.version]);
}
