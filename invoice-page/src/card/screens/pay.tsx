import { useState } from 'react';
import { isFramed } from '../../live/embed.ts';
import { useChange } from '../../live/hooks.ts';
import { Dial } from '../../parts/dial.tsx';
import { openCheckout } from '../live/checkout.ts';
import { problemOf } from '../model/problems.ts';
import { ActButton } from '../parts/act-button.tsx';
import { CheckoutButton } from '../parts/checkout-button.tsx';
import { Details } from '../parts/details.tsx';
import { Dock } from '../parts/field.tsx';
import { NewPrice } from '../parts/new-price.tsx';
import { useCardWords } from '../words.tsx';
import type { OrderScreenProps } from './props.ts';

/**
 * The way to the seller's page. Customers who have just placed the order are sent there as soon as the page exists and
 * its price is known, or accepted; customers who return from it see that the payment is pending.
 */
export function Pay({ store, state, order, title }: OrderScreenProps & { title: string }) {
  const { t } = useCardWords();
  const [problem, setProblem] = useState('');
  const partner = state.offer?.partner.name ?? t('pay.seller');
  const { new_quote: quote, checkout_available: canPay } = order;
  // The seller has led back here.
  const returned = state.page?.merchant === null;
  useChange(canPay, () => {
    if (!canPay || returned || isFramed()) return;
    openCheckout(store.checkout).catch((reason: unknown) => setProblem(t(problemOf(reason))));
  });
  const say =
    quote !== null
      ? 'pay.changed'
      : !canPay
        ? 'placing.say'
        : returned
          ? 'pay.waiting'
          : isFramed()
            ? 'pay.say_framed'
            : 'pay.say';
  return (
    <>
      <div className="result">
        <Dial dial={{ kind: 'icon', ring: 'turning', level: 0.35 }} icon="clock" />
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="say">{t(say, { partner })}</p>
      </div>
      {quote !== null && <NewPrice order={order} quote={quote} />}
      <Details order={order} />
      {quote !== null && (
        <Dock problem={problem}>
          <ActButton word="check.accept" onAct={() => store.acceptQuote(quote)} onProblem={setProblem} />
          <ActButton word="action.cancel" isQuiet onAct={store.cancel} onProblem={setProblem} />
        </Dock>
      )}
      {quote === null && canPay && (
        <Dock problem={problem}>
          <CheckoutButton read={store.checkout} word="pay.open" onProblem={setProblem} />
        </Dock>
      )}
    </>
  );
}
