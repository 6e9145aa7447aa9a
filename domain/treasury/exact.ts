import { divFloor, pow10 } from '../money/money.ts';
import { withoutTrailing } from '../text/trailing.ts';

/**
 * A decimal number of an exchange in units of 10⁻¹⁸, never a float. Exchanges count in more places than the ledger
 * (Kraken keeps four of a euro), so amounts stay exact until they are booked.
 */
export type Exact = bigint;

export const EXACT_PLACES = 18;
export const ONE: Exact = pow10(EXACT_PLACES);

/**
 * Reads a plain decimal, such as `-0.00125`. More than 18 places are cut off.
 * @throws RangeError when the text is no plain decimal
 */
export function parseExact(text: string): Exact {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,30})(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '') throw new RangeError(`${text.slice(0, 40)} is no decimal number`);
  const value = BigInt(whole + fraction.slice(0, EXACT_PLACES).padEnd(EXACT_PLACES, '0'));
  return sign === '-' ? -value : value;
}

/** As a plain decimal without zeros at the end. */
export function formatExact(value: Exact): string {
  const digits = (value < 0n ? -value : value).toString().padStart(EXACT_PLACES + 1, '0');
  const fraction = withoutTrailing(digits.slice(-EXACT_PLACES), '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -EXACT_PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Minor units of an asset as an exact number of whole coins. */
export function exactOf(minor: bigint, decimals: number): Exact {
  return minor * pow10(EXACT_PLACES - decimals);
}

/** Whole coins in minor units, rounded towards minus infinity. */
export function minorOf(value: Exact, decimals: number): bigint {
  return divFloor(value, pow10(EXACT_PLACES - decimals));
}

/** The product, rounded down. */
export function times(a: Exact, b: Exact): Exact {
  return divFloor(a * b, ONE);
}

/** The quotient, rounded down. */
export function per(a: Exact, b: Exact): Exact {
  return divFloor(a * ONE, b);
}

/** The largest multiple of the step that is not above the value. */
export function floorTo(value: Exact, step: Exact): Exact {
  return divFloor(value, step) * step;
}

/** The smallest multiple of the step that is not below the value. */
export function ceilTo(value: Exact, step: Exact): Exact {
  return -floorTo(-value, step);
}
