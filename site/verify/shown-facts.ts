import { gates, isCryptoGateId } from '../../domain/assets/assets.ts';

type Facts = Readonly<Record<string, string>>;

/** The facts that readers compare first, as on the documents; others follow in their own order. */
const ORDER = [
  'kind',
  'seller',
  'company',
  'total',
  'price',
  'taxes',
  'amount',
  'net_amount',
  'amount_paid',
  'amount_refunded',
  'opening',
  'received',
  'sent',
  'closing',
  'movements',
  'gate_id',
  'from',
  'to',
  'paid_at',
  'completed_at',
  'reference',
];
const FIAT: ReadonlySet<string> = new Set(['total', 'price', 'taxes']);
const COINS: ReadonlySet<string> = new Set([
  'amount',
  'net_amount',
  'amount_paid',
  'amount_refunded',
  'opening',
  'received',
  'sent',
  'closing',
]);
const MOMENTS: ReadonlySet<string> = new Set(['paid_at', 'completed_at', 'from', 'to']);

/**
 * The facts of a document in the order and form in which people read them: amounts with their unit, times of the
 * reader's own zone. A value of another form than expected is shown as it is.
 */
export function shownFacts(facts: Facts, language: string): [name: string, text: string][] {
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const unit = facts.currency !== undefined && isDecimal(facts.total ?? '');
  return Object.entries(facts)
    .filter(([name]) => !(unit && name === 'currency'))
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([name, value]) => [name, textOf(name, value, { facts, language })]);
}

function textOf(name: string, value: string, { facts, language }: { facts: Facts; language: string }): string {
  if (FIAT.has(name)) return fiatText(value, facts.currency, language);
  if (COINS.has(name)) return coinText(value, facts.gate_id ?? facts.currency, language);
  if (MOMENTS.has(name)) return momentText(value, language);
  if (name !== 'gate_id' || !isCryptoGateId(value)) return value;
  const { title, networkTitle } = gates[value];
  return title === networkTitle ? title : `${title}, ${networkTitle}`;
}

function coinText(value: string, gateId: string | undefined, language: string): string {
  if (gateId === undefined || !isDecimal(value)) return value;
  if (!isCryptoGateId(gateId)) return fiatText(value, gateId, language);
  const places = value.split('.')[1]?.length ?? 0;
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places });
  return `${number.format(value)}\u00a0${gates[gateId].ticker}`;
}

function fiatText(value: string, currency: string | undefined, language: string): string {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency) || !isDecimal(value)) return value;
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(value);
}

function momentText(value: string, language: string): string {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) || Number.isNaN(Date.parse(value))) return value;
  const time = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return time.format(new Date(value));
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);
