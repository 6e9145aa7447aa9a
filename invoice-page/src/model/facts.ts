import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { SIMULATED_MARKET } from '../../../domain/money/simulated-market.ts';
import type { Format, NumberFormat } from '../i18n/format.ts';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translate.ts';
import { coins } from './coin.ts';
import { isPositive, minus, worth } from './decimal.ts';
import { webUrl } from './links.ts';
import { otherMoney, otherText } from './other-money.ts';
import { livePayments, type ResultName } from './screen.ts';

export interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** `printed` lines are on paper only, `print` and `document` on the screen only. */
  readonly kind: 'text' | 'strong' | 'code' | 'transaction' | 'print' | 'document' | 'printed';
  readonly href: string | null;
}

type FactName =
  | 'due'
  | 'due_was'
  | 'time_up'
  | 'received'
  | 'first_seen'
  | 'confirmations'
  | 'paid'
  | 'rate'
  | 'source'
  | 'date'
  | 'sent'
  | 'cost'
  | 'extra'
  | 'missing'
  | 'seen'
  | 'reference'
  | 'invoice'
  | 'transactions'
  | 'asked'
  | 'back'
  | 'receipt';

const lists: Readonly<Record<ResultName, readonly FactName[]>> = {
  checking: ['due', 'time_up'],
  confirming: ['received', 'extra', 'first_seen', 'transactions'],
  processing: ['received', 'confirmations', 'transactions'],
  paid: ['paid', 'extra', 'rate', 'source', 'date', 'transactions', 'back', 'invoice', 'receipt'],
  overpaid: ['sent', 'cost', 'extra', 'transactions', 'invoice', 'receipt'],
  expired: ['due_was', 'received'],
  expired_partial: ['received', 'due_was', 'transactions'],
  late_confirming: ['received', 'time_up', 'seen', 'transactions'],
  paid_late: ['received', 'time_up', 'seen', 'transactions'],
  invalid: ['received', 'missing', 'transactions'],
  refund_requested: ['asked', 'back', 'received', 'transactions'],
  refunded: ['back', 'received', 'transactions', 'invoice', 'receipt'],
  partly_refunded: ['back', 'received', 'transactions', 'invoice', 'receipt'],
  error: ['received', 'transactions', 'reference'],
  canceled: ['received'],
  canceled_paid: ['received', 'seen', 'transactions'],
};

export interface NumberWords {
  readonly t: Translate;
  readonly format: NumberFormat;
}

/** The lines under a result. A line without a value is left out, so nothing is ever shown empty. */
export function factsOf(name: ResultName, view: CustomerInvoice, words: { t: Translate; format: Format }): Fact[] {
  const other = otherFacts(view, words);
  const facts = lists[name].flatMap((fact) => oneFact(fact, view, words));
  const isNothing = (fact: Fact) => fact.key === 'received' && !isPositive(view.amount_paid);
  return other.length === 0 ? facts : [...facts.filter((each) => !isNothing(each)), ...other];
}

function oneFact(name: FactName, view: CustomerInvoice, { t, format }: { t: Translate; format: Format }): Fact[] {
  const line = (key: MessageKey, value: string | null, kind: Fact['kind'] = 'text'): Fact[] =>
    value === null ? [] : [{ key: name, label: t(key), value, kind, href: null }];
  const amount = (text: string | null) => (text === null ? null : format.coins(text, view.gate_id));
  const first = livePayments(view)[0];
  switch (name) {
    case 'due':
    case 'due_was':
      return line(`fact.${name}`, amount(view.amount_due));
    case 'time_up':
      return line('fact.time_up', format.time(view.expires_at));
    case 'received':
      return isPositive(view.amount_paid)
        ? line('fact.received', amount(view.amount_paid), 'strong')
        : line('fact.received', t('fact.nothing'));
    case 'paid':
    case 'sent':
      return line(`fact.${name}`, amount(view.amount_paid), name === 'paid' ? 'strong' : 'text');
    case 'cost':
      return line('fact.cost', amount(view.amount_due));
    case 'extra':
      return line('fact.extra', withWorth(view.amount_excess, view, t, format), 'strong');
    case 'missing':
      return line('fact.missing', withWorth(view.amount_remaining, view, t, format));
    case 'rate':
      return line('fact.rate', rateText(view, format));
    case 'source':
      return line('fact.source', rateSource(view, t));
    case 'date':
      return line('fact.date', view.completed_at === null ? null : format.dateTime(view.completed_at));
    case 'first_seen':
    case 'seen':
      return line(`fact.${name}`, first === undefined ? null : format.time(first.first_seen_at));
    case 'confirmations':
      return line('fact.confirmations', t('dial.count', { ...view.confirmations }));
    case 'reference':
      return line('fact.reference', view.id, 'code');
    case 'invoice':
      return line('fact.reference', view.id, 'printed');
    case 'receipt':
      return documents(view, t);
    case 'transactions':
      return transactions(view, t);
    case 'asked':
      return requestFacts(view, { t, format });
    case 'back':
      return backAgain(view, { t, format });
    default:
      return name satisfies never;
  }
}

/** Receipt and invoice as PDF in the language of the page; before there is one, the page itself is printed. */
function documents({ id, completed_at, demo }: CustomerInvoice, t: Translate): Fact[] {
  // Nobody gets a receipt of what was not paid.
  if (demo) return [];
  if (completed_at === null) return [fact('receipt', t('fact.receipt'), t('fact.print'), 'print')];
  const pathOf = (name: string) => `/customer/invoices/${id}/${name}.pdf`;
  return [
    { ...fact('receipt', t('fact.receipt'), t('fact.pdf'), 'document'), href: pathOf('receipt') },
    { ...fact('document', t('fact.invoice'), t('fact.pdf'), 'document'), href: pathOf('invoice') },
  ];
}

/** Payments in another coin, each with its transaction. */
function otherFacts(view: CustomerInvoice, words: NumberWords): Fact[] {
  return otherMoney(view).flatMap((payment) => [
    fact(`other:${payment.txid}:${payment.output}`, words.t('fact.other'), otherText(payment, words), 'strong'),
    {
      ...fact(`other:${payment.txid}:${payment.output}:id`, words.t('fact.transaction'), payment.txid, 'transaction'),
      href: webUrl(payment.explorer_url),
    },
  ]);
}

function transactions(view: CustomerInvoice, t: Translate): Fact[] {
  return livePayments(view).map(({ txid, output, explorer_url }) => ({
    key: `${txid}:${output}`,
    label: t('fact.transaction'),
    value: txid,
    kind: 'transaction',
    href: webUrl(explorer_url),
  }));
}

/** The requested refund, to be checked: nothing is sent before the shop has agreed. */
function requestFacts(view: CustomerInvoice, { t, format }: NumberWords): Fact[] {
  const { refund_request, refund_asked, refund_offer } = view;
  if (refund_request !== 'open' || refund_asked === null) return [];
  const amount = refund_offer === null ? null : format.coins(refund_offer.amount, view.gate_id);
  return [
    ...(amount === null ? [] : [fact('asked', t('fact.amount'), t('fact.up_to', { amount }), 'strong')]),
    ...target('asked', refund_asked, t),
  ];
}

/** Each refund with its fees, its address, and its transaction once there is one. */
function backAgain(view: CustomerInvoice, { t, format }: NumberWords): Fact[] {
  return view.refunds.flatMap((refund) => {
    const { id, gate_id, amount, net_amount, txid, explorer_url } = refund;
    const fees = minus(amount, net_amount);
    const label = t(txid === null ? 'fact.amount' : 'fact.back');
    const lines = [fact(id, label, format.coins(net_amount, gate_id), 'strong')];
    if (isPositive(fees)) lines.push(fact(`${id}:fees`, t('fact.fees_off'), format.coins(fees, gate_id)));
    lines.push(...target(id, refund, t));
    if (txid === null) return lines;
    const sent = fact(`${id}:${txid}`, t('fact.back_transaction'), txid, 'transaction');
    return [...lines, { ...sent, href: webUrl(explorer_url) }];
  });
}

type Target = Pick<CustomerInvoice['refunds'][number], 'address' | 'destination_tag'>;

function target(key: string, { address, destination_tag }: Target, t: Translate): Fact[] {
  const to = fact(`${key}:to`, t('fact.to_address'), address, 'code');
  return destination_tag === null ? [to] : [to, fact(`${key}:tag`, t('pay.tag'), destination_tag, 'code')];
}

export function fact(key: string, label: string, value: string, kind: Fact['kind'] = 'text'): Fact {
  return { key, label, value, kind, href: null };
}

/** The locked price of one coin, `1 BTC = €84,212.50`. */
export function rateText(view: CustomerInvoice, format: NumberFormat): string | null {
  if (view.rate === null || view.gate_id === null) return null;
  return `1 ${coins[view.gate_id].asset} = ${format.price(view.rate.value, view.currency)}`;
}

/** The sources of the rate, `Median of Kraken, Bitstamp`. */
export function rateSource({ rate }: Pick<CustomerInvoice, 'rate'>, t: Translate): string | null {
  if (rate === null) return null;
  if (rate.source === SIMULATED_MARKET) return t('fact.source_simulated');
  const median = /^median\((.+)\)$/.exec(rate.source)?.[1];
  const sources = (median ?? rate.source).replace(/(^|, )\w/g, (start) => start.toUpperCase());
  return median === undefined ? sources : t('fact.source_median', { sources });
}

/** An amount above zero with its worth at the locked rate, else null. */
function withWorth(amount: string | null, view: CustomerInvoice, t: Translate, format: Format): string | null {
  if (!isPositive(amount)) return null;
  const text = format.coins(amount, view.gate_id);
  if (view.rate === null) return text;
  return t('fact.about', { amount: text, fiat: format.fiat(worth(amount, view.rate.value), view.currency) });
}
