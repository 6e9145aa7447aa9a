import { useState } from 'react';
import type { CardQuote } from '../../../../contract/card-payment.ts';
import type { InvoiceChoice } from '../live/calls.ts';
import { useLatest } from '../live/hooks.ts';
import { isAway, problemOf } from '../model/problems.ts';
import { firstWhere, type Offer } from '../model/purchase-form.ts';
import { Dock, Heading } from '../parts/field.tsx';
import { PriceTable } from '../parts/price.tsx';
import { WhereFields } from '../parts/where.tsx';
import { useCardWords } from '../words.tsx';
import { pauseBeforeNext } from './amount.tsx';
import type { ScreenProps } from './props.ts';

/** Paying an invoice: the amount is what is due of it, and its address gets the coins. */
export function InvoiceAmountStep(props: ScreenProps & { title: string }) {
  const { offer, page } = props.state;
  if (offer === null || !page?.invoice) return null;
  return <InvoiceForm {...props} offer={offer} invoice={page.invoice.id} />;
}

type Props = ScreenProps & { title: string; offer: Offer; invoice: string };

function InvoiceForm({ store, state, onDone, title, offer: { partner, currencies }, invoice }: Props) {
  const { t, locale } = useCardWords();
  const [where, setWhere] = useState(() => firstWhere(partner, state.order, navigator.languages));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const country = partner.countries.find(({ code }) => code === where.country);
  const request = country?.allowed === true && country.methods.includes(where.method) ? where : null;
  const next = pauseBeforeNext(store.now);
  const ask = (choice: InvoiceChoice, signal: AbortSignal) => store.client.invoiceOffer(invoice, choice, signal);
  const { answer, error } = useLatest(request, ask, (known, reason) => next(known?.quote ?? null, reason));
  const quote = answer?.quote ?? null;
  const [shown, setShown] = useState<CardQuote | null>(null);
  if (quote !== null && quote !== shown) setShown(quote);
  const methods = [...new Set(currencies.fiats.flatMap((fiat) => fiat.methods.map(({ method }) => method)))];
  const say = (reason: unknown) => t(problemOf(reason), { partner: partner.name, limits: '' });
  const none = answer !== null && quote === null ? t('problem.no_card_now') : '';

  async function send(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    if (request === null || quote === null || busy) return;
    setBusy(true);
    setProblem('');
    try {
      await store.payInvoice(request, locale);
      onDone();
    } catch (reason) {
      setProblem(say(reason));
    } finally {
      setBusy(false);
    }
  }

  const away = error !== null ? say(error) : none;
  return (
    <form className="step" noValidate onSubmit={(event) => void send(event)}>
      <Heading title={title} lead={t('invoice.lead', { partner: partner.name })} />
      <WhereFields partner={partner} where={where} onWhere={setWhere} methods={methods} />
      {shown !== null && request !== null && error === null && <PriceTable price={shown} isOld={quote === null} />}
      <Dock problem={problem || away}>
        <button type="submit" className="button" disabled={quote === null || busy} aria-busy={busy}>
          {t(request !== null && answer === null && !isAway(error) ? 'amount.asking' : 'action.continue')}
        </button>
        <a className="button quiet" href={`/invoice/${invoice}`}>
          {t('invoice.back')}
        </a>
      </Dock>
    </form>
  );
}
