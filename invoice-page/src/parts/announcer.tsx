import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { NumberFormat } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';
import { useWords } from '../i18n/words.tsx';
import { useChange, usePassed } from '../live/hooks.ts';
import type { InvoiceStore } from '../live/store.ts';
import { payUntil } from '../model/rates.ts';
import type { ScreenName } from '../model/screen.ts';

const MINUTE_MS = 60_000;

/**
 * Says aloud what changed: each new state, confirmation and part politely, the time at five minutes, one, and the end.
 */
export function Announcer(props: { store: InvoiceStore; view: CustomerInvoice; screen: ScreenName; title: string }) {
  const { store, view, screen, title } = props;
  const { t, format } = useWords();
  const [news, setNews] = useState('');
  const detail = detailOf(screen, view, { t, format });
  useChange(detail, (text) => text !== '' && setNews(text));
  // Announced last, so that screen readers read the heading of a new state as well.
  useChange(screen, () => setNews(detail === '' ? title : `${title}. ${detail}`));
  return (
    <>
      <p className="unseen" role="status">
        {news}
      </p>
      <TimeAnnouncer store={store} view={view} running={WAITING.has(screen)} />
    </>
  );
}

/**
 * Details that can change within one state: how much of a partial payment has been received, the number of
 * confirmations.
 */
function detailOf(
  screen: ScreenName,
  view: CustomerInvoice,
  { t, format }: { t: Translate; format: NumberFormat },
): string {
  const { current, required } = view.confirmations;
  switch (screen) {
    case 'partial':
    case 'expired_partial':
    case 'invalid': {
      const received = t('partial.received', { amount: format.coins(view.amount_paid, view.gate_id) });
      return `${received} ${t('partial.of', { amount: format.coins(view.amount_due, view.gate_id) })}`;
    }
    case 'confirming':
    case 'late_confirming':
    case 'canceled_paid':
      return required === 0
        ? ''
        : `${t('dial.count', { current, required })} ${t('dial.confirmations', { count: required })}`;
    default:
      return '';
  }
}

const WAITING: ReadonlySet<ScreenName> = new Set(['choose', 'pay', 'partial', 'checking']);

function TimeAnnouncer({ store, view, running }: { store: InvoiceStore; view: CustomerInvoice; running: boolean }) {
  const { t } = useWords();
  const [said, say] = useState('');
  const before = (ms: number) => new Date(Date.parse(payUntil(view)) - ms).toISOString();
  useChange(usePassed(store, before(5 * MINUTE_MS)), (passed) => passed && say(t('say.five')));
  useChange(usePassed(store, before(MINUTE_MS)), (passed) => passed && say(t('say.one')));
  useChange(usePassed(store, view.expires_at), (passed) => passed && say(t('say.up')));
  return (
    <p className="unseen" role="status">
      {running ? said : ''}
    </p>
  );
}
