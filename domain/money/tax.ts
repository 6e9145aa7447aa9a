import { bpsHalfUp, mulDivHalfUp } from './money.ts';

/** How a tax relates to the price: on top of it, contained in it, or none at all (spec §3). */
export type TaxType = 'exclusive' | 'inclusive' | 'exempt';

export interface Tax {
  readonly name: string;
  /** Basis points: 1900 is 19 %. */
  readonly rateBps: number;
  readonly type: TaxType;
}

export interface TaxLine {
  readonly name: string;
  readonly rateBps: number;
  readonly type: Exclude<TaxType, 'exempt'>;
  /** In minor units of the invoice's currency. */
  readonly minor: bigint;
}

/**
 * The tax lines of a price, in minor units, each rounded to the nearest (a half up). An exclusive tax comes on top of
 * the price; an inclusive one is the part of the price that is tax: price × rate ÷ (100 % + rate). Exempt gives no
 * line, a rate of 0 % gives a line of nothing (zero-rated).
 */
export function taxLines(priceMinor: bigint, tax: Tax): TaxLine[] {
  if (tax.type === 'exempt') return [];
  const minor =
    tax.type === 'exclusive'
      ? bpsHalfUp(priceMinor, tax.rateBps)
      : mulDivHalfUp(priceMinor, BigInt(tax.rateBps), 10_000n + BigInt(tax.rateBps));
  return [{ name: tax.name, rateBps: tax.rateBps, type: tax.type, minor }];
}

/** The sum that the lines add to the price: the exclusive ones. */
export function taxOnTop(lines: readonly TaxLine[]): bigint {
  return lines.reduce((sum, line) => (line.type === 'exclusive' ? sum + line.minor : sum), 0n);
}
