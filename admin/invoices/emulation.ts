import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import type { Scenario } from '../../domain/invoices/scenarios.ts';
import { isPositive } from './decimal.ts';

/** The amount that pays what is missing, offered for the plain scenario; empty where the server chooses. */
export function suggestedAmount(
  invoice: Pick<SpaInvoice, 'amount_remaining' | 'amount_due'>,
  scenario: Scenario,
): string {
  if (scenario !== 'paid') return '';
  const { amount_remaining, amount_due } = invoice;
  return isPositive(amount_remaining) ? (amount_remaining ?? '') : (amount_due ?? '');
}
