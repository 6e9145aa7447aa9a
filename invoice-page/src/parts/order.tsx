import type { ReactNode } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import { orderLines } from '../model/order.ts';

export function Order({ view, progress }: { view: CustomerInvoice; progress: ReactNode }) {
  const words = useWords();
  const { t } = words;
  const { support_email: mail, address, phone } = view.merchant;
  const seller = [address, phone].filter((line) => line !== null);
  return (
    <section className="order" aria-labelledby="order">
      <h2 id="order">{t('order.title')}</h2>
      <dl className="lines">
        {orderLines(view, words).map(({ key, label, quantity, amount, kind }) => (
          <div key={key} data-kind={kind}>
            <dt>
              {label}
              {quantity !== 1 && <small> × {quantity}</small>}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {seller.length > 0 && <p className="seller">{seller.join('\n')}</p>}
      {progress}
      {mail !== null && (
        <p className="ask">
          {t('order.ask')} <a href={`mailto:${mail}`}>{mail}</a>
        </p>
      )}
    </section>
  );
}
