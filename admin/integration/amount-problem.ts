import { t } from '../i18n/translate.ts';
import { isPositive } from '../invoices/decimal.ts';

/** What is wrong with an amount to be paid; its bounds in euro are the server's to judge. */
export function amountProblem(amount: string): string | undefined {
  if (amount === '') return t('form.required');
  if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(amount)) return t('links.amountWrong');
  return isPositive(amount) ? undefined : t('links.amountZero');
}
