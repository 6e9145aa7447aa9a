import { useState } from 'react';
import type { CardQuote } from '../../../../contract/card-payment.ts';
import { separatorsOf } from '../../../../domain/money/decimal-text.ts';
import { coins } from '../../model/coin.ts';
import type { QuoteRequest } from '../live/calls.ts';
import { useLatest } from '../live/hooks.ts';
import { prefillOf } from '../model/home.ts';
import { isAway, problemOf } from '../model/problems.ts';
import {
  calculatedText,
  firstPurchase,
  firstWhere,
  type Judged,
  judgePurchase,
  type Offer,
  type TypedPurchase,
} from '../model/purchase-form.ts';
import { Dock, Field, Heading } from '../parts/field.tsx';
import { PriceTable } from '../parts/price.tsx';
import { WhereFields } from '../parts/where.tsx';
import { useCardWords } from '../words.tsx';
import type { ScreenProps } from './props.ts';

/** How much is bought: either side may be typed, the other one follows. */
export function AmountStep(props: ScreenProps & { title: string }) {
  const { offer } = props.state;
  if (offer === null) return null;
  return <AmountForm {...props} offer={offer} />;
}

function AmountForm({ store, state, onDone, title, offer }: ScreenProps & { title: string; offer: Offer }) {
  const { t, format, locale } = useCardWords();
  const { partner, currencies } = offer;
  const { point } = separatorsOf(locale);
  const shop = state.page?.merchant?.shop.id ?? state.order?.shop.id ?? '';
  const [typed, setTyped] = useState(() =>
    firstPurchase(offer, state.order, { prefill: prefillOf(location.search), point }),
  );
  const [where, setWhere] = useState(() => firstWhere(partner, state.order, navigator.languages));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const judged = judgePurchase(typed, where, offer);
  const { request, limits } = judged;
  const ask = (question: QuoteRequest, signal: AbortSignal) => store.client.quote(shop, question, signal);
  const { answer: quote, error } = useLatest(request, ask, pauseBeforeNext(store.now));
  const [shown, setShown] = useState<CardQuote | null>(null);
  if (quote !== null && quote !== shown) setShown(quote);

  const limitsText =
    limits === null
      ? ''
      : t('amount.limits', {
          least: format.fiat(limits.least, typed.fiat),
          most: format.fiat(limits.most, typed.fiat),
        });
  const say = (reason: unknown) => t(problemOf(reason), { limits: limitsText, partner: partner.name });

  async function send(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (request === null || quote === null || busy) return;
    setBusy(true);
    setProblem('');
    try {
      await store.setAmount({ ...bodyOf(request), shop_id: shop, language: locale, ...returnUrl() });
      onDone();
    } catch (reason) {
      setProblem(say(reason));
    } finally {
      setBusy(false);
    }
  }

  const refused = error !== null && !isAway(error) ? say(error) : '';
  const away = error !== null && isAway(error) ? say(error) : '';
  const isAsking = request !== null && quote === null && error === null;
  return (
    <form className="step" noValidate onSubmit={(event) => void send(event)}>
      <Heading title={title} lead={t('amount.lead', { partner: partner.name })} />
      <Sides
        typed={typed}
        onTyped={setTyped}
        offer={offer}
        calculated={calculatedText(shown, typed, { currencies, point })}
        judged={judged}
        problem={refused}
        limits={limitsText}
      />
      <WhereFields partner={partner} where={where} onWhere={setWhere} methods={judged.methods} />
      {shown !== null && request !== null && error === null && <PriceTable price={shown} isOld={quote === null} />}
      <Dock problem={problem || away}>
        <button type="submit" className="button" disabled={quote === null || busy} aria-busy={busy}>
          {t(isAsking ? 'amount.asking' : 'action.continue')}
        </button>
      </Dock>
    </form>
  );
}

interface SidesProps {
  readonly typed: TypedPurchase;
  readonly onTyped: (typed: TypedPurchase) => void;
  readonly offer: Offer;
  readonly calculated: string;
  readonly judged: Judged;
  /** Of the typed side, as the seller refused it. */
  readonly problem: string;
  readonly limits: string;
}

/** The amount paid and the amount that arrives, each with its unit. */
function Sides({ typed, onTyped, offer: { currencies }, calculated, judged, problem, limits }: SidesProps) {
  const { t } = useCardWords();
  const { wrong, decimals } = judged;
  const typedProblem = wrong === null || wrong === 'excluded' ? problem : t(`problem.${wrong}`, { count: decimals });
  const textOf = (side: TypedPurchase['side']) => (typed.side === side ? typed.text : calculated);
  const problemAt = (side: TypedPurchase['side']) => (typed.side === side ? typedProblem : '');
  return (
    <>
      <Field
        id="fiat"
        label={t('amount.pay')}
        value={textOf('fiat')}
        inputMode="decimal"
        autoComplete="off"
        problem={problemAt('fiat')}
        // An error about the limits names them.
        hint={problemAt('fiat').includes(limits) ? '' : limits}
        onText={(text) => onTyped({ ...typed, side: 'fiat', text })}
        unit={
          <select
            aria-label={t('amount.currency')}
            value={typed.fiat}
            onChange={({ currentTarget }) => onTyped({ ...typed, fiat: currentTarget.value })}
          >
            {currencies.fiats.map(({ currency }) => (
              <option key={currency}>{currency}</option>
            ))}
          </select>
        }
      />
      <Field
        id="crypto"
        label={t('amount.get')}
        value={textOf('crypto')}
        inputMode="decimal"
        autoComplete="off"
        problem={wrong === 'excluded' ? t('problem.not_offered') : problemAt('crypto')}
        onText={(text) => onTyped({ ...typed, side: 'crypto', text })}
        unit={
          <select
            aria-label={t('amount.coin')}
            value={typed.gateId}
            onChange={({ currentTarget }) => {
              const next = currencies.gates.find(({ gate_id }) => gate_id === currentTarget.value);
              // So many of another coin mean nothing: what is paid stays.
              if (next !== undefined) onTyped({ ...typed, side: 'fiat', text: textOf('fiat'), gateId: next.gate_id });
            }}
          >
            {currencies.gates.map(({ gate_id: id }) => (
              <option key={id} value={id}>
                {coins[id].token
                  ? t('choose.on', { asset: coins[id].asset, network: coins[id].networkName })
                  : coins[id].name}
              </option>
            ))}
          </select>
        }
      />
    </>
  );
}

function bodyOf({ side, amount, gateId, ...rest }: QuoteRequest) {
  return { ...rest, gate_id: gateId, ...(side === 'fiat' ? { fiat_amount: amount } : { crypto_amount: amount }) };
}

/** Of the shop's own domain, as the server checks. */
function returnUrl(): { return_url?: string } {
  const url = prefillOf(location.search).returnUrl;
  return url === null ? {} : { return_url: url };
}

const RETRY_MS = 5_000;

/** A price is requested again when it expires, and after a pause if there was none. */
export const pauseBeforeNext =
  (now: () => number) =>
  (quote: { readonly expires_at: string } | null, error: unknown): number | null => {
    if (quote !== null) return Date.parse(quote.expires_at) - now();
    return error !== null && isAway(error) ? RETRY_MS : null;
  };
