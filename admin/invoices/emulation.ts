import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import type { Scenario } from '../../domain/invoices/scenarios.ts';
import { t } from '../i18n/translate.ts';
import { isPositive } from './decimal.ts';

/** What is wrong with an amount typed by hand; null when it can be sent. Empty means the usual one. */
export function amountProblem(amount: string): string | null {
  if (amount === '') return null;
  if (!/^(0|[1-9]\d{0,29})(\.\d{1,18})?$/.test(amount)) return t('emulate.amountInvalid');
  return isPositive(amount) ? null : t('emulate.amountZero');
}

/** The amount that pays what is missing, offered for the plain scenario; empty where the server chooses. */
export function suggestedAmount(
  invoice: Pick<SpaInvoice, 'amount_remaining' | 'amount_due'>,
  scenario: Scenario,
): string {
  if (scenario !== 'paid') return '';
  const { amount_remaining, amount_due } = invoice;
  return isPositive(amount_remaining) ? (amount_remaining ?? '') : (amount_due ?? '');
}
