import { DomainError } from '../errors.ts';

// Amounts are bigints in the smallest unit of their asset (satoshi, wei, cent), named `…Minor`; the type that holds
// them has the asset beside them. Never a `number`.

/**
 * Reads a decimal text such as `"49.90"` as minor units. Plain decimals only: no sign, exponent, space, separator,
 * leading zeros, or more places than the asset has; a JSON number is refused rather than coerced (hazard 56).
 * Zero is allowed; whether it makes sense is for the caller to say.
 * @throws DomainError `amount_invalid`
 */
export function parseAmount(text: string, decimals: number): bigint {
  if (typeof text !== 'string' || text.length > MAX_AMOUNT_LENGTH || !PLAIN_DECIMAL.test(text)) {
    throw new DomainError('amount_invalid', { fields: { amount: ['The amount must be a plain decimal number.'] } });
  }
  const [whole = '0', fraction = ''] = text.split('.');
  if (fraction.length > decimals) {
    const limit = decimals === 0 ? 'no decimal places' : `at most ${decimals} decimal places`;
    throw new DomainError('amount_invalid', { fields: { amount: [`The amount may have ${limit}.`] } });
  }
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Minor units as a decimal text with exactly `decimals` places: `formatAmount(150000n, 8)` is `"0.00150000"`. */
export function formatAmount(minor: bigint, decimals: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * Minor units for people and payment links: zeros at the end are dropped down to `atLeast` places, so that
 * `formatTrimmed(1500000000000000n, 18, 2)` is `"0.0015"`. Nothing but zeros is ever dropped.
 */
export function formatTrimmed(minor: bigint, decimals: number, atLeast = 0): string {
  const full = formatAmount(minor, decimals);
  if (decimals === 0) return full;
  const point = full.indexOf('.');
  let end = full.length;
  while (end > point + 1 + atLeast && full[end - 1] === '0') end -= 1;
  return full.slice(0, end === point + 1 ? point : end);
}

/** The quotient rounded towards minus infinity: the remainder stays with the party that is divided from. */
export function divFloor(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) throw new RangeError('division by zero');
  const quotient = dividend / divisor;
  const exact = quotient * divisor === dividend;
  return exact || dividend < 0n === divisor < 0n ? quotient : quotient - 1n;
}

/** The quotient rounded towards plus infinity: the requested amount covers at least the whole. */
export function divCeil(dividend: bigint, divisor: bigint): bigint {
  return -divFloor(-dividend, divisor);
}

/** The quotient rounded to the nearest, a half away from zero (the commercial rounding of taxes). */
export function divHalfUp(dividend: bigint, divisor: bigint): bigint {
  if (divisor < 0n) return divHalfUp(-dividend, -divisor);
  return dividend < 0n
    ? -divFloor(-2n * dividend + divisor, 2n * divisor)
    : divFloor(2n * dividend + divisor, 2n * divisor);
}

/** `value × num ÷ den`, rounded down. Multiplies first, so nothing is lost before the one rounding. */
export function mulDivFloor(value: bigint, num: bigint, den: bigint): bigint {
  return divFloor(value * num, den);
}

/** `value × num ÷ den`, rounded up. */
export function mulDivCeil(value: bigint, num: bigint, den: bigint): bigint {
  return divCeil(value * num, den);
}

/** `value × num ÷ den`, rounded to the nearest, a half away from zero. */
export function mulDivHalfUp(value: bigint, num: bigint, den: bigint): bigint {
  return divHalfUp(value * num, den);
}

/**
 * A share of an amount in basis points (1 bps = 0.01 %), rounded down: the remainder stays with the payer of the share.
 */
export function bpsFloor(minor: bigint, bps: number): bigint {
  return mulDivFloor(minor, BigInt(bps), BPS);
}

/** A share of an amount in basis points, rounded to the nearest. */
export function bpsHalfUp(minor: bigint, bps: number): bigint {
  return mulDivHalfUp(minor, BigInt(bps), BPS);
}

/** The smallest multiple of `step` that is at least `minor`. */
export function roundUpTo(minor: bigint, step: bigint): bigint {
  return divCeil(minor, step) * step;
}

/**
 * Splits a total by weights so that the parts sum to it exactly. Each part is its exact share rounded down; the units
 * left over go one each to the largest remainders, the earlier part first where remainders are equal. A part is thus
 * less than one unit away from its exact share.
 * @throws RangeError when the total or a weight is negative, or all weights are zero
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  if (total < 0n || sum <= 0n || weights.some((weight) => weight < 0n)) {
    throw new RangeError('allocate needs a total and weights that are not negative, and one weight above zero');
  }
  const parts = weights.map((weight) => (total * weight) / sum);
  const left = Number(total - parts.reduce((all, part) => all + part, 0n));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

/** Ten to the power of `places`. */
export function pow10(places: number): bigint {
  return 10n ** BigInt(places);
}

/** The larger of two amounts. */
export function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** The smaller of two amounts. */
export function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

const PLAIN_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const MAX_AMOUNT_LENGTH = 78;
const BPS = 10_000n;
