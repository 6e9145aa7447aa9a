import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useChange, usePassed } from '../live/hooks.ts';
import type { InvoiceStore } from '../live/store.ts';
import type { ScreenName } from '../model/screen.ts';
import type { CustomerInvoiceView } from '../view.ts';

const MINUTE_MS = 60_000;

/** Says aloud what changed: each new state and confirmation politely, the time at five minutes, one, and the end. */
export function Announcer(props: {
  store: InvoiceStore;
  view: CustomerInvoiceView;
  screen: ScreenName;
  title: string;
}) {
  const { store, view, screen, title } = props;
  const { t } = useWords();
  const [news, setNews] = useState('');
  const { current, required } = view.confirmations;
  const counting = screen === 'confirming' && required > 0;
  const confirmations = counting
    ? `${t('dial.count', { current, required })} ${t('dial.confirmations', { count: required })}`
    : '';
  useChange(screen, () => setNews(title));
  useChange(confirmations, (text) => text !== '' && setNews(text));
  return (
    <>
      <p className="unseen" role="status">
        {news}
      </p>
      <TimeAnnouncer store={store} view={view} running={WAITING.has(screen)} />
    </>
  );
}

const WAITING: ReadonlySet<ScreenName> = new Set(['choose', 'pay', 'partial', 'checking']);

function TimeAnnouncer({ store, view, running }: { store: InvoiceStore; view: CustomerInvoiceView; running: boolean }) {
  const { t } = useWords();
  const [said, say] = useState('');
  const before = (ms: number) => new Date(Date.parse(view.expires_at) - ms).toISOString();
  useChange(usePassed(store, before(5 * MINUTE_MS)), (passed) => passed && say(t('say.five')));
  useChange(usePassed(store, before(MINUTE_MS)), (passed) => passed && say(t('say.one')));
  useChange(usePassed(store, view.expires_at), (passed) => passed && say(t('say.up')));
  return (
    <p className="unseen" role="status">
      {running ? said : ''}
    </p>
  );
}
