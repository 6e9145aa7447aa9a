import { useEffect, useState } from 'react';
import type { CardOrder } from '../../../../contract/card-payment.ts';
import { useSecondsUntil } from '../live/hooks.ts';
import type { DraftStep } from '../model/steps.ts';
import { ActButton } from '../parts/act-button.tsx';
import { Details } from '../parts/details.tsx';
import { Dock, Heading } from '../parts/field.tsx';
import { NewPrice } from '../parts/new-price.tsx';
import { useCardWords } from '../words.tsx';
import type { OrderScreenProps } from './props.ts';

type Props = OrderScreenProps & { title: string; onEdit: (step: DraftStep) => void };

/** All of it once more before the seller is asked; another price must be accepted first. */
export function CheckStep({ store, state, order, title, onEdit }: Props) {
  const { t } = useCardWords();
  const [problem, setProblem] = useState('');
  const partner = state.offer?.partner.name ?? '';
  const { new_quote: quote } = order;
  usePresentPrice(store.refresh, order, store.now());

  return (
    <div className="step">
      <Heading title={title} lead={t('check.lead', { partner })} />
      {quote !== null && <NewPrice order={order} quote={quote} />}
      <Details order={order} />
      {order.invoice_id === null && (
        <p className="links">
          <button type="button" className="link" onClick={() => onEdit('address')}>
            {t('check.edit_address')}
          </button>
        </p>
      )}
      <p className="hint">{t('check.identity', { partner })}</p>
      <Dock problem={problem}>
        {quote === null ? (
          <ActButton word="check.pay" onAct={store.place} onProblem={setProblem} />
        ) : (
          <ActButton word="check.accept" onAct={() => store.acceptQuote(quote)} onProblem={setProblem} />
        )}
      </Dock>
    </div>
  );
}

/** The server has another price once the shown one is over. */
function usePresentPrice(refresh: () => Promise<void>, order: CardOrder, nowMs: number): void {
  const ends = order.new_quote?.expires_at ?? order.quote_expires_at;
  const left = useSecondsUntil(Date.now() + Date.parse(ends) - nowMs);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) void refresh();
  }, [isOver, refresh]);
}
