import type { CardOrder, CardQuote } from '../../../../contract/card-payment.ts';
import { NoteBox } from '../../parts/note-box.tsx';
import { useCardWords } from '../words.tsx';
import { PriceTable } from './price.tsx';

/** The price that the customer saw and the new one, so that no price changes silently. */
export function NewPrice({ order, quote }: { order: CardOrder; quote: CardQuote }) {
  const { t, format } = useCardWords();
  const values = {
    before: `${format.fiat(order.fiat_amount, order.fiat)} → ${format.coins(order.crypto_amount, order.gate_id)}`,
    now: `${format.fiat(quote.fiat_amount, quote.fiat)} → ${format.coins(quote.crypto_amount, quote.gate_id)}`,
  };
  return (
    <div role="alert">
      <NoteBox tone="warning" icon="alert" text={t('check.changed', values)} />
      <PriceTable price={quote} />
    </div>
  );
}
