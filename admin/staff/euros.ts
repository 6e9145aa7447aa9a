import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { formatFiat } from '../i18n/format.ts';

export function euros(amount: string): string {
  return formatFiat(amount, 'EUR');
}

/** Euro cents of a decimal text, which may be below zero. */
export function cents(amount: string): bigint {
  return amount.startsWith('-') ? -parseAmount(amount.slice(1), 2) : parseAmount(amount, 2);
}

export function sumOfEuros(amounts: readonly string[]): string {
  return formatAmount(
    amounts.reduce((sum, amount) => sum + cents(amount), 0n),
    2,
  );
}
