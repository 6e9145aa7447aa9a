import { useState } from 'react';
import { Dial } from '../../parts/dial.tsx';
import { endOf } from '../model/ends.ts';
import { CheckoutButton } from '../parts/checkout-button.tsx';
import { Details } from '../parts/details.tsx';
import { Dock } from '../parts/field.tsx';
import { useCardWords } from '../words.tsx';
import { Ways } from './follow.tsx';
import type { OrderScreenProps } from './props.ts';

/** An order that ended without coins, or lost them again: why, and what to do about it. */
export function Ended({ store, state, order, title }: OrderScreenProps & { title: string }) {
  const { t, format } = useCardWords();
  const [problem, setProblem] = useState('');
  const { say, icon, again } = endOf(order);
  const partner = state.offer?.partner.name ?? t('pay.seller');
  return (
    <>
      <div className="result">
        <Dial dial={{ kind: 'icon', ring: 'empty', level: 0.15 }} icon={icon} />
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="say">
          {t(say, { partner, amount: format.fiat(order.fiat_amount, order.fiat), shop: order.shop.name })}
        </p>
      </div>
      <Details order={order} />
      {/* A declined card and an order that was left can still be paid as long as the seller has them open. */}
      {order.checkout_available ? (
        <Dock problem={problem}>
          <CheckoutButton read={store.checkout} word="action.again" onProblem={setProblem} />
        </Dock>
      ) : (
        <Ways store={store} order={order} again={again} />
      )}
    </>
  );
}
