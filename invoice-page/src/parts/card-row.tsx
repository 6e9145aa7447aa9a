import type { CardInvoiceOffer } from '../../../contract/card-payment.ts';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import { callApi } from '../live/client.ts';
import { useLazy } from '../live/lazy.ts';
import { Icon } from './icon.tsx';

/** A way to pay among the coins: by card, with the total before the click. Only where the server offers it. */
export function CardRow({ view: { id, demo } }: { view: CustomerInvoice }) {
  const { t, format } = useWords();
  const { value: offer } = useLazy(() => (demo ? Promise.resolve(null) : readOffer(id)), id);
  if (!offer?.available || offer.quote === null) return null;
  return (
    <ul className="assets by-card">
      <li>
        <a className="asset" href={`/card-payment/invoice/${id}`}>
          <Icon name="card" size={32} />
          <span className="name">
            <b>{t('card.pay')}</b>
            <small>{t('card.detail', { methods: 'Visa, Mastercard' })}</small>
          </span>
          <span className="number">{format.fiat(offer.quote.fiat_amount, offer.quote.fiat)}</span>
          <Icon name="chevron" size={16} />
        </a>
      </li>
    </ul>
  );
}

const isOffer = (data: unknown): data is CardInvoiceOffer =>
  typeof data === 'object' && data !== null && 'available' in data && 'quote' in data;

function readOffer(id: string): Promise<CardInvoiceOffer> {
  return callApi((...args) => fetch(...args), `/customer/invoices/${id}/card`, { method: 'GET' }, isOffer);
}
