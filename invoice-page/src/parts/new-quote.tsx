import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { useWords } from '../i18n/words.tsx';
import { newQuoteOf } from '../model/rates.ts';
import { Facts } from './facts.tsx';

/** A locked rate that has ended: the amount before and now, and what differs, to accept by one button. */
export function NewQuote(props: { view: CustomerInvoice; busy: boolean; onAccept: (gateId: CryptoGateId) => void }) {
  const words = useWords();
  const quote = newQuoteOf(props.view, words);
  if (quote === null) return null;
  return (
    <section className="new-quote" aria-label={words.t('quote.title')}>
      <Facts facts={quote.facts} />
      <button
        type="button"
        className="button"
        aria-disabled={props.busy}
        onClick={() => !props.busy && props.onAccept(quote.gateId)}
      >
        {words.t('quote.accept', { amount: quote.amountText })}
      </button>
    </section>
  );
}
