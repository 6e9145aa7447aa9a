import type { CardQuote } from '../../../../contract/card-payment.ts';
import { coins } from '../../model/coin.ts';
import { priceLines } from '../model/lines.ts';
import { useCardWords } from '../words.tsx';

type Price = Pick<CardQuote, 'gate_id' | 'fiat' | 'fiat_amount' | 'crypto_amount' | 'rate' | 'fees'>;

/** A price as lines that add up. */
export function PriceTable({ price, isOld = false }: { price: Price; isOld?: boolean }) {
  const { t, format } = useCardWords();
  const { gate_id: gateId, fiat, crypto_amount, rate } = price;
  const lines = priceLines(price);
  return (
    <dl className="lines" aria-busy={isOld} data-old={isOld}>
      <div>
        <dt>
          {format.coins(crypto_amount, gateId)}
          <br />
          <small>{t('price.rate', { asset: coins[gateId].asset, price: format.price(rate, fiat) })}</small>
        </dt>
        <dd>{format.fiat(lines.coins, fiat)}</dd>
      </div>
      <div data-kind="extra">
        <dt>{t('price.partner')}</dt>
        <dd>{format.fiat(lines.partner, fiat)}</dd>
      </div>
      <div data-kind="extra">
        <dt>{t('price.network')}</dt>
        <dd>{format.fiat(lines.network, fiat)}</dd>
      </div>
      <div data-kind="total">
        <dt>{t('price.total')}</dt>
        <dd>{format.fiat(lines.total, fiat)}</dd>
      </div>
    </dl>
  );
}
