import type { GateId } from '../assets/assets.ts';
import { type Column, json } from '../columns.ts';
import type { Item } from '../money/items.ts';
import type { TaxType } from '../money/tax.ts';

/**
 * JSON of the columns `items` and `taxes`: amounts as text, so that they are never rounded. Older releases read the
 * first three fields of an item.
 */
interface ItemJson {
  readonly name: string;
  readonly quantity: number;
  readonly price_minor: string;
  readonly amount_minor?: string;
  readonly type?: Item['type'];
  readonly unit?: Item['unit'];
  readonly unit_price?: string;
  readonly tax_minor?: string;
  readonly sku?: Item['sku'];
}

interface TaxJson {
  readonly name: string;
  readonly rate_bps: number;
  readonly type: InvoiceTax['type'];
  readonly amount_minor: string;
}

export const items: Column<readonly Item[]> = {
  ...json<readonly Item[]>(),
  read: (raw: readonly ItemJson[]) => raw.map(readItem),
  write: (value: readonly Item[]): ItemJson[] => value.map(writeItem),
};

function readItem({ price_minor, amount_minor, unit_price, tax_minor, ...same }: ItemJson): Item {
  return {
    ...same,
    priceMinor: BigInt(price_minor),
    ...(amount_minor === undefined ? {} : { amountMinor: BigInt(amount_minor) }),
    ...(unit_price === undefined ? {} : { unitPrice: unit_price }),
    ...(tax_minor === undefined ? {} : { taxMinor: BigInt(tax_minor) }),
  };
}

function writeItem({ priceMinor, amountMinor, unitPrice, taxMinor, ...same }: Item): ItemJson {
  return {
    ...same,
    price_minor: `${priceMinor}`,
    amount_minor: amountMinor === undefined ? undefined : `${amountMinor}`,
    unit_price: unitPrice,
    tax_minor: taxMinor === undefined ? undefined : `${taxMinor}`,
  };
}

/** A tax of an invoice as it was when the invoice was created; in minor units of its currency. */
export interface InvoiceTax {
  readonly name: string;
  readonly rateBps: number;
  readonly type: Exclude<TaxType, 'exempt'>;
  readonly amountMinor: bigint;
}

export const taxes: Column<readonly InvoiceTax[]> = {
  ...json<readonly InvoiceTax[]>(),
  read: (raw: readonly TaxJson[]) =>
    raw.map(({ name, rate_bps, type, amount_minor }) => ({
      name,
      type,
      rateBps: rate_bps,
      amountMinor: BigInt(amount_minor),
    })),
  write: (value: readonly InvoiceTax[]): TaxJson[] =>
    value.map(({ name, rateBps, type, amountMinor }) => ({
      name,
      type,
      rate_bps: rateBps,
      amount_minor: `${amountMinor}`,
    })),
};

/** The result of an invoice's conversions, less the part that a reorganization took back; minor units. */
export interface InvoiceConversion {
  /** Of the first conversion. */
  readonly id: string;
  readonly from: GateId;
  readonly to: GateId;
  readonly amountFromMinor: bigint;
  readonly amountToMinor: bigint;
  readonly feeMinor: bigint;
  /** Units of `to` for one of `from`, before the fee; of several conversions, their mean. */
  readonly rate: string;
  /** `locked` if all of it was converted at the rate locked for the invoice. */
  readonly at: 'locked' | 'present';
}

/** The converted parts, as JSON: amounts as text. */
interface ConversionJson extends Omit<InvoiceConversion, 'amountFromMinor' | 'amountToMinor' | 'feeMinor'> {
  readonly amount_from_minor: string;
  readonly amount_to_minor: string;
  readonly fee_minor: string;
}

export const conversionColumn: Column<InvoiceConversion> = {
  ...json<InvoiceConversion>(),
  read: ({ amount_from_minor, amount_to_minor, fee_minor, ...rest }: ConversionJson): InvoiceConversion => ({
    ...rest,
    amountFromMinor: BigInt(amount_from_minor),
    amountToMinor: BigInt(amount_to_minor),
    feeMinor: BigInt(fee_minor),
  }),
  write: ({ amountFromMinor, amountToMinor, feeMinor, ...rest }: InvoiceConversion): ConversionJson => ({
    ...rest,
    amount_from_minor: `${amountFromMinor}`,
    amount_to_minor: `${amountToMinor}`,
    fee_minor: `${feeMinor}`,
  }),
};
