import { useEffect, useState } from 'react';
import { isFramed } from '../../live/embed.ts';
import { coins } from '../../model/coin.ts';
import { webUrl } from '../../model/links.ts';
import { Dial } from '../../parts/dial.tsx';
import { NoteBox } from '../../parts/note-box.tsx';
import { troubleOf } from '../model/ends.ts';
import { Details } from '../parts/details.tsx';
import { useCardWords } from '../words.tsx';
import type { OrderScreenProps } from './props.ts';

type Props = OrderScreenProps & { title: string };

/** From the payment to the chain: nothing to do, and the page may be closed. */
export function Follow({ state, order, title }: Props) {
  const { t, format } = useCardWords();
  const partner = state.offer?.partner.name ?? t('pay.seller');
  const trouble = troubleOf(order);
  const { confirmations, required_confirmations: required } = order;
  const current = confirmations ?? 0;
  const isSeen = order.status === 'sending' && order.txid !== null && trouble === null;
  const values = {
    partner,
    network: coins[order.gate_id].networkName,
    email: order.customer?.email_masked ?? '',
    delivered: format.coins(order.delivered_amount, order.gate_id),
    ordered: format.coins(order.crypto_amount, order.gate_id),
  };
  return (
    <>
      <div className="result">
        <Dial
          dial={isSeen ? { kind: 'count', current, required } : { kind: 'icon', ring: 'turning', level: 0.5 }}
          icon={trouble === null ? 'clock' : 'alert'}
        />
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        {trouble === null && (
          <p className="say">{t(order.status === 'sending' ? 'sending.say' : 'processing.say', values)}</p>
        )}
      </div>
      {trouble !== null && <NoteBox tone="warning" icon="alert" text={t(trouble, values)} />}
      <Details order={order} />
      {order.customer !== null && <p className="hint">{t('follow.close', values)}</p>}
    </>
  );
}

/** We have seen the coins on the chain, confirmed and in full. */
export function Delivered({ store, order, title }: Props) {
  const { t, format } = useCardWords();
  const values = {
    amount: format.coins(order.delivered_amount ?? order.crypto_amount, order.gate_id),
    shop: order.shop.name,
  };
  return (
    <>
      <div className="result">
        <Dial dial={{ kind: 'icon', ring: 'full', level: 1 }} icon="check" />
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="say">{t(order.invoice_id === null ? 'delivered.say' : 'delivered.invoice_say', values)}</p>
      </div>
      <Details order={order} />
      <Ways store={store} order={order} again={order.invoice_id === null} />
    </>
  );
}

/** Where to go from an order that has ended. */
export function Ways({ store, order, again }: Pick<Props, 'store' | 'order'> & { again: boolean }) {
  const { t } = useCardWords();
  const [target, setTarget] = useState<'_top' | undefined>(undefined);
  // A frame must not load the shop inside itself.
  useEffect(() => setTarget(isFramed() ? '_top' : undefined), []);
  const back = webUrl(order.return_url);
  const invoice = order.invoice_id === null ? null : `/invoice/${order.invoice_id}`;
  if (back === null && invoice === null && !again) return null;
  return (
    <div className="dock">
      <div className="acts">
        {again && <AgainButton store={store} order={order} />}
        {back !== null ? (
          <a className={again ? 'button quiet' : 'button'} href={back} target={target} rel="noreferrer">
            {t('action.return', { shop: order.shop.name })}
          </a>
        ) : (
          invoice !== null && (
            <a className={again ? 'button quiet' : 'button'} href={invoice}>
              {t('action.invoice')}
            </a>
          )
        )}
      </div>
    </div>
  );
}

/** Begins another order: for the same shop or invoice, where this page was opened for it. */
function AgainButton({ store, order }: Pick<Props, 'store' | 'order'>) {
  const { t } = useCardWords();
  const word = t(order.status === 'delivered' ? 'action.another' : 'action.again');
  // On the page that the seller leads back to there is no shop to begin with.
  if (store.getState().page?.merchant === null) {
    const home = store.getState().kept?.home;
    return home === undefined ? null : (
      <a className="button" href={home} onClick={store.startOver}>
        {word}
      </a>
    );
  }
  return (
    <button type="button" className="button" onClick={store.startOver}>
      {word}
    </button>
  );
}
