import type { CardInvoiceOffer } from '../../../contract/card-payment.ts';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import { callApi } from '../live/client.ts';
import { useLazy } from '../live/lazy.ts';
import { Icon } from './icon.tsx';

/**
 * A way to pay among the coins: by card, with the total before the click. The row is there from the first drawing,
 * so nothing below it moves when the price arrives.
 */
export function CardRow({ view }: { view: CustomerInvoice }) {
  return view.card_available ? <Row id={view.id} /> : null;
}

function Row({ id }: { id: string }) {
  const { t, format } = useWords();
  const { value: offer } = useLazy(() => readOffer(id), id);
  const isOff = offer !== null && !offer.available;
  const quote = offer?.quote;
  const least = offer?.minimum;
  const off = least ? t('card.minimum', { amount: format.fiat(least.amount, least.fiat) }) : t('card.unavailable');
  const row = (
    <>
      <Icon name="card" size={32} />
      <span className="name">
        <b>{t('card.pay')}</b>
        <small>{isOff ? off : t('card.detail', { methods: 'Visa, Mastercard' })}</small>
      </span>
      <span className="number">{quote && format.fiat(quote.fiat_amount, quote.fiat)}</span>
      {!isOff && <Icon name="chevron" size={16} />}
    </>
  );
  return (
    <ul className="assets by-card">
      <li>
        {isOff ? (
          <div className="asset" data-off="true">
            {row}
          </div>
        ) : (
          <a className="asset" href={`/card-payment/invoice/${id}`}>
            {row}
          </a>
        )}
      </li>
    </ul>
  );
}

const isOffer = (data: unknown): data is CardInvoiceOffer =>
  typeof data === 'object' && data !== null && 'available' in data && 'quote' in data;

function readOffer(id: string): Promise<CardInvoiceOffer> {
  return callApi((...args) => fetch(...args), `/customer/invoices/${id}/card`, { method: 'GET' }, isOffer);
}
