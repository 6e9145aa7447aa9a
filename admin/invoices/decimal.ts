/**
 * Sums and shares of decimal strings, exact: places are counted, and all digits are one bigint. For figures the server
 * does not send; what it sends is shown as it came.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

export function decimal(text: string | null): Decimal {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0') ?? [];
  return { digits: BigInt(`${sign}${whole}${fraction}`), places: fraction.length };
}

export function plus(a: string | null, b: string | null): string {
  return toText(combine(decimal(a), decimal(b), (x, y) => x + y));
}

export function minus(a: string | null, b: string | null): string {
  return toText(combine(decimal(a), decimal(b), (x, y) => x - y));
}

/** The product of two amounts that are not negative, half a unit of the last of `places` rounded up. */
export function timesRounded(a: string, b: string, places: number): string {
  const [x, y] = [decimal(a), decimal(b)];
  const product = { digits: x.digits * y.digits, places: x.places + y.places };
  if (product.places <= places) return toText({ digits: scaled(product, places), places });
  const unit = 10n ** BigInt(product.places - places);
  return toText({ digits: (product.digits + unit / 2n) / unit, places });
}

export function isPositive(text: string | null): boolean {
  return text !== null && decimal(text).digits > 0n;
}

/** `part` of `whole` in tenths of a percent, rounded down, between 0 and 1000. */
export function permille(part: string | null, whole: string | null): number {
  const places = Math.max(decimal(part).places, decimal(whole).places);
  const total = scaled(decimal(whole), places);
  if (total <= 0n) return 0;
  const share = (scaled(decimal(part), places) * 1000n) / total;
  return Number(share < 0n ? 0n : share > 1000n ? 1000n : share);
}

/** `89.5` of 895. */
export function percentText(tenths: number): string {
  return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1);
}

function combine(a: Decimal, b: Decimal, op: (x: bigint, y: bigint) => bigint): Decimal {
  const places = Math.max(a.places, b.places);
  return { digits: op(scaled(a, places), scaled(b, places)), places };
}

function scaled({ digits, places }: Decimal, targetPlaces: number): bigint {
  return digits * 10n ** BigInt(targetPlaces - places);
}

function toText({ digits, places }: Decimal): string {
  const negative = digits < 0n;
  const text = String(negative ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const sign = negative ? '-' : '';
  return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-places)}`;
}
