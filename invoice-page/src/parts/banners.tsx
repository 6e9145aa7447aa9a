import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import type { LiveState } from '../live/store.ts';
import { Icon } from './icon.tsx';

/** While the emulator of the back office, where only the shop's own people get in, can pay the chosen coin. */
const PAYABLE: ReadonlySet<CustomerInvoice['status']> = new Set(['pending', 'partially_paid']);

/** Says on every screen that no real money moves here: in sandbox mode, and wherever the chain is simulated. */
export function TestBanner({ view }: { view: CustomerInvoice | null }) {
  const { t } = useWords();
  if (view?.demo) return <DemoBanner />;
  if (view === null || (view.mode !== 'sandbox' && !view.simulated)) return null;
  return (
    <aside className="banner" data-tone="warning" aria-label={t('test.prefix')}>
      <Icon name="alert" />
      <p>
        <strong>{t('test.banner')}</strong> {t(view.simulated ? 'test.simulated' : 'test.coins')}{' '}
        {view.simulated && view.mode === 'sandbox' && PAYABLE.has(view.status) && (
          <a href={`/history/details?id=${view.id}`} target="_blank" rel="noreferrer">
            {t('test.simulate')}
          </a>
        )}
      </p>
    </aside>
  );
}

/**
 * Stays in view: the names on a demo were typed by somebody, and nobody who is sent the link may take it for a bill.
 */
function DemoBanner() {
  const { t } = useWords();
  return (
    <aside className="demo" aria-label={t('demo.title')}>
      <p>
        <strong>{t('demo.stop')}</strong>
        <span>{t('demo.why')}</span>
      </p>
    </aside>
  );
}

export function LinkBanner({ link }: { link: LiveState['link'] }) {
  const { t } = useWords();
  return (
    <div role="status">
      {link !== 'live' && (
        <div className="banner" data-tone={link === 'offline' ? 'error' : 'quiet'}>
          <Icon name="info" />
          <p>{t(`link.${link}`)}</p>
        </div>
      )}
    </div>
  );
}
