import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { RefundCoin } from '../../../contract/refunds.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { useTimedWords, useWords } from '../i18n/words.tsx';
import { ClientError } from '../live/client.ts';
import { isFinal, type LiveOffer, useLinkOffer } from '../live/hooks.ts';
import { useSending } from '../live/sending.ts';
import type { InvoiceStore } from '../live/store.ts';
import { coins } from '../model/coin.ts';
import { offerFacts } from '../model/refund-offer.ts';
import { CoinChoice } from '../parts/coin-choice.tsx';
import { Facts } from '../parts/facts.tsx';
import { Field, TagField } from '../parts/field.tsx';

interface Problem {
  readonly field: 'address' | 'memo' | null;
  readonly text: MessageKey;
}

interface Props {
  store: InvoiceStore;
  view: CustomerInvoice;
  token: string;
  /** The link opens nothing any more. */
  onUsed: () => void;
}

/**
 * Asks a payer who followed the mailed link for the refund address, and for the coin where there is a choice. Wallets
 * paste; nothing is corrected behind the payer's back.
 */
export function RefundForm(props: Props) {
  const { t } = useWords();
  const live = useLinkOffer(props.store, props.token, props.onUsed);
  if (live.offer !== null) return <OfferForm {...props} live={live} offer={live.offer} />;
  const isEnded = isFinal(live.error);
  const say = isEnded ? 'refund.used' : 'notice.failed';
  return (
    <div className="refund" aria-busy={!isEnded}>
      {isEnded || <h2>{t('refund.title')}</h2>}
      <p className="problem" role="alert">
        {live.error !== null && t(say)}
      </p>
    </div>
  );
}

function OfferForm(props: Props & { live: LiveOffer; offer: NonNullable<LiveOffer['offer']> }) {
  const { store, view, token, onUsed, live, offer } = props;
  const words = useTimedWords();
  const { t } = words;
  const own = offer.coins[0]?.gate_id ?? null;
  const [chosen, setChosen] = useState(own);
  const [address, setAddress] = useState('');
  const [memo, setMemo] = useState('');
  const { busy, problem, setProblem, onSubmit } = useSending(send, fail);
  if (chosen === null) return null;
  const coin = offer.coins.find(({ gate_id: id }) => id === chosen);
  const about = { network: coins[chosen].networkName, shop: view.merchant.name };
  const shown = coin === undefined ? NO_COIN : problem;

  function choose(gateId: CryptoGateId): void {
    setChosen(gateId);
    setProblem(null);
  }

  async function send(): Promise<void> {
    if (coin === undefined) return;
    await store.askRefund({ token, address: address.trim(), memo: memo.trim(), ...takenCoin(coin, own) });
  }

  function fail(error: unknown): Problem {
    const found = problemOf(error);
    if (found.text === 'refund.changed' || found.text === 'refund.no_coin') live.reload();
    if (found.text === 'refund.used') onUsed();
    if (found.field !== null) document.getElementById(`refund-${found.field}`)?.focus();
    return found;
  }

  const problemOfField = (name: Problem['field']) => (shown?.field === name ? t(shown.text, about) : '');
  return (
    <form className="refund" noValidate onSubmit={onSubmit}>
      <h2>{t('refund.title')}</h2>
      <p className="hint">{t('refund.say', about)}</p>
      {(offer.coins.length > 1 || coin === undefined) && (
        <>
          <CoinChoice coins={offer.coins} chosen={chosen} onChoose={choose} />
          <p className="hint">{t('refund.coin_hint')}</p>
        </>
      )}
      <Field
        id="refund-address"
        label={t('refund.address', about)}
        value={address}
        problem={problemOfField('address')}
        onValue={setAddress}
      />
      {coin?.takes_tag === true && (
        <TagField id="refund-memo" value={memo} problem={problemOfField('memo')} onValue={setMemo} />
      )}
      <p className="hint">{t('refund.fees', about)}</p>
      {coin !== undefined && <Facts facts={offerFacts(coin, offer.currency, words)} />}
      <p className="problem" role="alert">
        {shown === null || shown.field !== null ? '' : t(shown.text, about)}
      </p>
      <button type="submit" className="button" disabled={busy || coin === undefined}>
        {t('refund.send')}
      </button>
    </form>
  );
}

/** In another coin than the one that was paid, no less than what is shown. */
function takenCoin({ gate_id, amount }: RefundCoin, own: CryptoGateId | null) {
  return gate_id === own ? {} : { coin: { gate_id, amount } };
}

const NO_COIN: Problem = { field: null, text: 'refund.no_coin' };

function problemOf(error: unknown): Problem {
  const { code, status } = error instanceof ClientError ? error : new ClientError(0, '');
  if (code === 'destination_tag_invalid') return { field: 'memo', text: 'refund.bad_tag' };
  if (code === 'gate_not_offered') return NO_COIN;
  if (code === 'changed_meanwhile') return { field: null, text: 'refund.changed' };
  if (status === 422) return { field: 'address', text: 'refund.bad_address' };
  if (isFinal(error)) return { field: null, text: 'refund.used' };
  return { field: null, text: 'notice.failed' };
}
