import { DomainError, fieldError, isDomainError } from '../errors.ts';
import { divHalfUp, formatTrimmed, parseAmount, pow10 } from './money.ts';

export const ITEM_TYPES = ['item', 'discount', 'shipping', 'fee', 'tax'] as const;

export type ItemType = (typeof ITEM_TYPES)[number];

/** A line of an order. */
export interface Item {
  readonly name: string;
  /** Above zero, with up to eight decimals. */
  readonly quantity: number;
  /** Price of one piece in minor units of the invoice's currency, rounded where `unitPrice` is finer. */
  readonly priceMinor: bigint;
  /** The line's total, negative for discounts; absent: quantity × price, which is whole then. */
  readonly amountMinor?: bigint;
  readonly type?: Exclude<ItemType, 'item'> | undefined;
  readonly unit?: string | undefined;
  /** Decimal text, where it has more decimals than the currency. */
  readonly unitPrice?: string;
  /** Contained in the amount and only shown. */
  readonly taxMinor?: bigint;
  readonly sku?: string | undefined;
}

/** A line as a shop sends it; amounts are decimal texts. */
export interface ItemText {
  readonly type?: ItemType;
  readonly name: string;
  readonly quantity?: number | string;
  readonly unit?: string;
  readonly price?: string;
  readonly amount?: string;
  readonly tax?: string;
  readonly sku?: string;
}

/** The line's total in minor units. */
export function lineMinor({ amountMinor, priceMinor, quantity }: Item): bigint {
  return amountMinor ?? priceMinor * BigInt(quantity);
}

/** The price of one piece as decimal text, with all its decimals. */
export function unitPriceText({ unitPrice, priceMinor }: Item, decimals: number): string {
  return unitPrice ?? formatTrimmed(priceMinor, decimals, decimals);
}

/**
 * A line in minor units: its `amount`, else quantity × price rounded to the nearest, a half away from zero. Only a
 * discount is negative, and it always is.
 * @param path of the line in the body, e.g. `items.0`
 * @throws DomainError `validation_failed`, `amount_invalid` with the field
 */
export function readItem(text: ItemText, path: string, decimals: number): Item {
  const type = text.type ?? 'item';
  const quantity = quantityOf(text.quantity ?? 1, `${path}.quantity`);
  const price = text.price === undefined ? undefined : readSigned(`${path}.price`, text.price, UNIT_DECIMALS);
  const given = text.amount === undefined ? undefined : readSigned(`${path}.amount`, text.amount, decimals);
  if (price === undefined && given === undefined) throw fieldError(`${path}.price`, 'Give a price or an amount.');
  const amountMinor = given ?? roundedLine(quantity, price ?? 0n, decimals);
  checkSign(type, amountMinor, given === undefined ? `${path}.price` : `${path}.amount`);
  if (price !== undefined && price < 0n && type !== 'discount') throw fieldError(`${path}.price`, ONLY_DISCOUNTS);
  const unit = price ?? divHalfUp(amountMinor * pow10(UNIT_DECIMALS - decimals) * QUANTITY_ONE, quantity);
  const priceMinor = divHalfUp(unit, pow10(UNIT_DECIMALS - decimals));
  const isPlain =
    type === 'item' && quantity % QUANTITY_ONE === 0n && priceMinor * (quantity / QUANTITY_ONE) === amountMinor;
  return {
    name: text.name,
    quantity: Number(formatTrimmed(quantity, QUANTITY_DECIMALS)),
    priceMinor,
    ...(isPlain ? {} : { amountMinor }),
    ...(type === 'item' ? {} : { type }),
    ...(text.unit === undefined ? {} : { unit: text.unit }),
    ...(price === undefined || price % pow10(UNIT_DECIMALS - decimals) === 0n
      ? {}
      : { unitPrice: formatTrimmed(price, UNIT_DECIMALS, decimals) }),
    ...(text.tax === undefined ? {} : { taxMinor: readShopAmount(`${path}.tax`, text.tax, decimals) }),
    ...(text.sku === undefined ? {} : { sku: text.sku }),
  };
}

/**
 * An amount as shops write it: zeros beyond the currency's decimals lose nothing (`25.0000`, `2500.00` yen), a lost
 * digit is refused.
 * @throws DomainError `amount_invalid` at the field
 */
export function readShopAmount(field: string, text: string, decimals: number): bigint {
  return readExactAmount(field, withoutIdleZeros(text, decimals), decimals);
}

/** An amount with no more decimals than the currency has. @throws DomainError `amount_invalid` at the field */
export function readExactAmount(field: string, text: string, decimals: number): bigint {
  try {
    return parseAmount(text, decimals);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    throw new DomainError(error.code, { fields: { [field]: Object.values(error.fields ?? {}).flat() } });
  }
}

/** Of unit prices and quantities. */
const UNIT_DECIMALS = 8;
const QUANTITY_DECIMALS = 8;
const QUANTITY_ONE = 100_000_000n;
const MAX_QUANTITY = 1_000_000n;
const ONLY_DISCOUNTS = 'Only a discount may be negative.';

function withoutIdleZeros(text: string, decimals: number): string {
  const point = text.indexOf('.');
  if (point < 0) return text;
  const kept = decimals === 0 ? point : point + 1 + decimals;
  return /^0*$/.test(text.slice(decimals === 0 ? point + 1 : kept)) ? text.slice(0, kept) : text;
}

function readSigned(field: string, text: string, decimals: number): bigint {
  return text.startsWith('-') ? -readShopAmount(field, text.slice(1), decimals) : readShopAmount(field, text, decimals);
}

/** In hundred-millionths of a piece. */
function quantityOf(given: number | string, field: string): bigint {
  const text = String(given);
  const isDecimal = /^(0|[1-9]\d{0,6})(\.\d{1,8})?$/.test(text);
  const quantity = isDecimal ? parseAmount(text, QUANTITY_DECIMALS) : 0n;
  if (quantity > 0n && quantity <= MAX_QUANTITY * QUANTITY_ONE) return quantity;
  throw fieldError(field, 'Must be above 0 and at most 1000000, with up to 8 decimals.');
}

function roundedLine(quantity: bigint, price: bigint, decimals: number): bigint {
  return divHalfUp(quantity * price, QUANTITY_ONE * pow10(UNIT_DECIMALS - decimals));
}

function checkSign(type: ItemType, amountMinor: bigint, field: string): void {
  if (type === 'discount' && amountMinor > 0n) throw fieldError(field, 'The amount of a discount is negative.');
  if (type !== 'discount' && amountMinor < 0n) throw fieldError(field, ONLY_DISCOUNTS);
}
