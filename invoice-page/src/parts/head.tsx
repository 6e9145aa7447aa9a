import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import { looks, type ScreenName } from '../model/screen.ts';
import { Icon } from './icon.tsx';
import { Logo } from './logo.tsx';

/** The payee, the purpose and the amount. */
export function Head({ view, screen }: { view: CustomerInvoice; screen: ScreenName }) {
  const { t, format } = useWords();
  const { chip, icon } = looks[screen];
  return (
    <section className="head" aria-label={t('head.label')}>
      <div className="who">
        <Logo name={view.merchant.name} url={view.merchant.logo_url} />
        <div>
          <p className="merchant">{view.merchant.name}</p>
          {view.reference !== null && <p className="reference">{t('head.order', { reference: view.reference })}</p>}
        </div>
      </div>
      <div className="sum">
        <p className="total">
          <span className="unseen">{t('order.total')} </span>
          {format.fiat(view.total, view.currency)}
        </p>
        {chip !== null && (
          <p className="chip">
            <Icon name={icon} size={16} />
            {t(chip)}
          </p>
        )}
      </div>
    </section>
  );
}
