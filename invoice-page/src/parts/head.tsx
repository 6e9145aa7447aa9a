import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import { looks, type ScreenName } from '../model/screen.ts';
import { Icon } from './icon.tsx';

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

/** The merchant's logo, or the first letter of the name where there is none or it does not load. */
function Logo({ name, url }: { name: string; url: string | null }) {
  const [broken, setBroken] = useState(false);
  if (url === null || broken) {
    return (
      <span className="logo" aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img className="logo" src={url} alt="" fetchPriority="low" width="40" height="40" onError={() => setBroken(true)} />
  );
}
