import type { CardOrder, CardShop } from '../../../../contract/card-payment.ts';
import { Icon } from '../../parts/icon.tsx';
import { Logo } from '../../parts/logo.tsx';
import { chipOf } from '../model/titles.ts';
import type { CardInvoice } from '../page-state.ts';
import { useCardWords } from '../words.tsx';

/** Through whose shop the coins are bought, and what the card is charged. */
export function Head(props: { shop: CardShop | undefined; order: CardOrder | null; invoice: CardInvoice | null }) {
  const { shop, order, invoice } = props;
  const { t, format } = useCardWords();
  const chip = chipOf(order);
  return (
    <section className="head" aria-label={t('head.label')}>
      <div className="who">
        {shop !== undefined && <Logo name={shop.name} url={shop.logo_url} />}
        <div>
          <p className="merchant">{shop?.name ?? t('head.label')}</p>
          {invoice?.reference && <p className="reference">{t('head.order', { reference: invoice.reference })}</p>}
        </div>
      </div>
      <div className="sum">
        {order !== null && (
          <p className="total">
            <span className="unseen">{t('fact.pay')} </span>
            {format.fiat(order.fiat_amount, order.fiat)}
          </p>
        )}
        {order === null && invoice !== null && <p className="total">{format.fiat(invoice.total, invoice.currency)}</p>}
        {chip !== null && (
          <p className="chip">
            <Icon name={chip.icon} size={16} />
            {t(chip.word)}
          </p>
        )}
      </div>
    </section>
  );
}
