import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import type { MeterPart } from '../components/paid-meter.tsx';
import { formatFiat } from '../i18n/format.ts';
import { isPositive, minus, permille, plus, timesRounded } from './decimal.ts';

export interface AmountFigure {
  readonly key:
    | 'due'
    | 'confirmed'
    | 'confirming'
    | 'on_time'
    | 'on_time_confirming'
    | 'late'
    | 'late_confirming'
    | 'missing'
    | 'excess';
  readonly amount: string;
}

type Amounts = Pick<
  SpaInvoice,
  'amount_due' | 'amount_paid' | 'amount_confirmed' | 'amount_remaining' | 'amount_excess'
>;

/** The figures of an invoice that say something now: what is nil is left out, save what is due and confirmed. */
export function amountFigures(invoice: Amounts & Timed): AmountFigure[] {
  const { amount_due, amount_remaining, amount_excess } = invoice;
  if (amount_due === null) return [];
  const rest: AmountFigure[] = [
    { key: 'missing', amount: amount_remaining ?? '0' },
    { key: 'excess', amount: amount_excess ?? '0' },
  ];
  return [
    { key: 'due', amount: amount_due },
    ...cameFigures(invoice),
    ...rest.filter(({ amount }) => isPositive(amount)),
  ];
}

/** The amounts received, by confirmation and, if some came late, by lateness. */
function cameFigures(invoice: Amounts & Timed): AmountFigure[] {
  const confirmed = invoice.amount_confirmed ?? '0';
  const confirming = confirmingAmount(invoice);
  const late = lateSum(invoice, ['confirmed']);
  const lateConfirming = lateSum(invoice, ['seen', 'mined']);
  const isLate = isPositive(late) || isPositive(lateConfirming);
  const more: AmountFigure[] = isLate
    ? [
        { key: 'on_time_confirming', amount: minus(confirming, lateConfirming) },
        { key: 'late', amount: late },
        { key: 'late_confirming', amount: lateConfirming },
      ]
    : [{ key: 'confirming', amount: confirming }];
  const first: AmountFigure = isLate
    ? { key: 'on_time', amount: minus(confirmed, late) }
    : { key: 'confirmed', amount: confirmed };
  return [first, ...more.filter(({ amount }) => isPositive(amount))];
}

/** The sum first seen after the deadline, in the invoice's own asset. */
function lateSum({ transactions, gate_id, expires_at }: Timed, statuses: readonly string[]): string {
  return transactions
    .filter((each) => each.gate_id === gate_id && each.first_seen_at > expires_at && statuses.includes(each.status))
    .reduce((sum, { amount }) => plus(sum, amount), '0');
}

/** In the invoice's currency at its locked rate; null while there is none. */
export function worthOf(
  { key, amount }: AmountFigure,
  { rate, currency, total }: Pick<SpaInvoice, 'rate' | 'currency' | 'total'>,
): string | null {
  if (key === 'due') return formatFiat(total, currency);
  return rate === null ? null : formatFiat(timesRounded(amount, rate.value, currencyDecimals(currency)), currency);
}

type Timed = Pick<SpaInvoice, 'transactions' | 'gate_id' | 'expires_at'>;

export function meterParts(invoice: Amounts & Timed): MeterPart[] {
  const { amount_due, amount_confirmed } = invoice;
  const confirmed = permille(amount_confirmed, amount_due);
  const late = Math.min(confirmed, permille(lateSum(invoice, ['confirmed']), amount_due));
  const confirming = Math.min(1000 - confirmed, permille(confirmingAmount(invoice), amount_due));
  return [
    { kind: 'confirmed', permille: confirmed - late },
    { kind: 'late', permille: late },
    { kind: 'confirming', permille: confirming },
    { kind: 'missing', permille: 1000 - confirmed - confirming },
  ];
}

/** Seen and not at its threshold yet. */
export function confirmingAmount({ amount_paid, amount_confirmed }: Amounts): string {
  return minus(amount_paid ?? '0', amount_confirmed ?? '0');
}

/** Below it, two places leave out what matters of a price. */
const SMALL_PRICE = 10;

/** The price of one coin, rounded as the payer's page and documents show it. */
export function priceText(rate: string, currency: string): string {
  return formatFiat(timesRounded(rate, '1', Number(rate) < SMALL_PRICE ? 4 : 2), currency);
}
