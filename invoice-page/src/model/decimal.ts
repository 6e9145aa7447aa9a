import { withoutTrailing } from '../../../domain/text/trailing.ts';

/** Exact arithmetic on the decimal strings of the API, for what the page derives by itself. */

const PLACES = 24;

/** The value times 10^24 as an integer: one scale for every asset and currency. */
function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES));
}

export function isPositive(text: string | null): text is string {
  return text !== null && scaled(text) > 0n;
}

export function compare(one: string, other: string): -1 | 0 | 1 {
  const difference = scaled(one) - scaled(other);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export function sum(amounts: readonly string[]): string {
  return unscaled(amounts.reduce((total, amount) => total + scaled(amount), 0n));
}

/** An amount less another, with the places of the first. */
export function minus(amount: string, less: string): string {
  const [, fraction = ''] = amount.split('.');
  return unscaled(scaled(amount) - scaled(less), Math.max(fraction.length, (less.split('.')[1] ?? '').length));
}

/** `part / whole` as a share between 0 and 1, for drawings and percent only. */
export function share(part: string, whole: string): number {
  const divisor = scaled(whole);
  if (divisor <= 0n) return 0;
  const tenThousandths = (scaled(part) * 10_000n) / divisor;
  return Math.min(1, Math.max(0, Number(tenThousandths) / 10_000));
}

/** Coins at a price per coin, rounded half up to two places: for what is said to be about so much. */
export function worth(coins: string, price: string): string {
  const product = (scaled(coins) * scaled(price)) / 10n ** BigInt(PLACES);
  const cent = 10n ** BigInt(PLACES - 2);
  return unscaled(((product + cent / 2n) / cent) * cent, 2);
}

/** Coins as people read them: zeros beyond the eighth place go (ether has eighteen), everything else stays. */
export function readable(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  if (fraction.length <= 8) return amount;
  return `${whole}.${fraction.slice(0, 8)}${withoutTrailing(fraction.slice(8), '0')}`;
}

function unscaled(value: bigint, places = PLACES): string {
  const digits = value.toString().padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES).slice(0, places)}`;
}
