import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { formatFiat } from '../i18n/format.ts';

/** Euro to the cent: what is smaller is nothing that anybody decides by. */
export function euros(amount: string): string {
  return formatFiat(toCent(amount), 'EUR');
}

/** A decimal text rounded half away from zero to two places; `4.00`, also of `4`. */
function toCent(amount: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const rounded = (BigInt(`${whole}${fraction.padEnd(3, '0').slice(0, 3)}`) + 5n) / 10n;
  const text = formatAmount(rounded, 2);
  return rounded === 0n ? text : `${sign}${text}`;
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
