import type { SpaInvoice } from '../../api/contract/spa-invoices.ts';
import type { MeterPart } from '../components/paid-meter.tsx';
import { isPositive, minus, permille } from './decimal.ts';

export interface AmountFigure {
  readonly key: 'due' | 'confirmed' | 'confirming' | 'missing' | 'excess';
  readonly amount: string;
}

type Amounts = Pick<
  SpaInvoice,
  'amount_due' | 'amount_paid' | 'amount_confirmed' | 'amount_remaining' | 'amount_excess'
>;

/** The figures of an invoice that say something now: what is nil is left out, save what is due and confirmed. */
export function amountFigures(invoice: Amounts): AmountFigure[] {
  const { amount_due, amount_confirmed, amount_remaining, amount_excess } = invoice;
  if (amount_due === null) return [];
  const confirming = confirmingAmount(invoice);
  const figures: AmountFigure[] = [
    { key: 'due', amount: amount_due },
    { key: 'confirmed', amount: amount_confirmed ?? '0' },
  ];
  if (isPositive(confirming)) figures.push({ key: 'confirming', amount: confirming });
  if (isPositive(amount_remaining)) figures.push({ key: 'missing', amount: amount_remaining ?? '0' });
  if (isPositive(amount_excess)) figures.push({ key: 'excess', amount: amount_excess ?? '0' });
  return figures;
}

export function meterParts(invoice: Amounts): MeterPart[] {
  const { amount_due, amount_confirmed } = invoice;
  const confirmed = permille(amount_confirmed, amount_due);
  const confirming = Math.min(1000 - confirmed, permille(confirmingAmount(invoice), amount_due));
  return [
    { kind: 'confirmed', permille: confirmed },
    { kind: 'confirming', permille: confirming },
    { kind: 'missing', permille: 1000 - confirmed - confirming },
  ];
}

/** Seen and not at its threshold yet. */
export function confirmingAmount({ amount_paid, amount_confirmed }: Amounts): string {
  return minus(amount_paid ?? '0', amount_confirmed ?? '0');
}
