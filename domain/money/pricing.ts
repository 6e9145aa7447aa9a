import { type CryptoGate, minimumMinor } from '../assets/assets.ts';
import { fieldError } from '../errors.ts';
import { type Currency, currencyDecimals } from './currencies.ts';
import { customerServiceFee, type FeePayer } from './fees.ts';
import { pow10 } from './money.ts';
import { crossRate, type Rate, type Ratio } from './rates.ts';
import { type Tax, type TaxLine, taxLines, taxOnTop } from './tax.ts';

export interface Item {
  readonly name: string;
  /** Whole pieces, at least one. */
  readonly quantity: number;
  /** Price of one piece in minor units of the invoice's currency. */
  readonly priceMinor: bigint;
}

export interface PricingInput {
  /** The price before exclusive taxes and fees; may be left out when there are items. */
  readonly priceMinor?: bigint;
  readonly items?: readonly Item[];
  readonly tax: Tax;
  readonly fees: {
    readonly serviceBps: number;
    readonly servicePayer: FeePayer;
    /** Fiat minor units; 0 while no gate is chosen. */
    readonly networkFeeMinor: bigint;
    readonly networkPayer: FeePayer;
  };
}

/** All amounts in minor units of the invoice's currency. */
export interface Pricing {
  readonly priceMinor: bigint;
  readonly taxes: readonly TaxLine[];
  /** The customer's part: 0 if the merchant pays. */
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  /** Price + exclusive taxes + fees the customer pays. */
  readonly totalMinor: bigint;
}

/**
 * The payer's price of an invoice. The price is the sum of the items, or the amount where there are none.
 * @throws DomainError `validation_failed` when neither is given, when both are and differ, or when the price is zero
 */
export function priceInvoice(input: PricingInput): Pricing {
  const priceMinor = priceOf(input);
  const taxes = taxLines(priceMinor, input.tax);
  const subtotalMinor = priceMinor + taxOnTop(taxes);
  const { fees } = input;
  const serviceFeeMinor = fees.servicePayer === 'customer' ? customerServiceFee(subtotalMinor, fees.serviceBps) : 0n;
  const networkFeeMinor = fees.networkPayer === 'customer' ? fees.networkFeeMinor : 0n;
  return {
    priceMinor,
    taxes,
    serviceFeeMinor,
    networkFeeMinor,
    totalMinor: subtotalMinor + serviceFeeMinor + networkFeeMinor,
  };
}

/**
 * Refuses a price outside 1–15000 EUR (spec §5, §9). The price is compared exactly, before any rounding. `rates` are
 * the current rates of any one asset in the invoice's currency and in EUR; not needed for EUR itself.
 * @throws DomainError `amount_too_small`, `amount_too_large`
 */
export function checkInvoiceBounds(
  priceMinor: bigint,
  currency: Currency,
  rates: { readonly inCurrency: Rate; readonly inEur: Rate } | null,
): void {
  if (rates === null && currency !== 'EUR') throw new RangeError(`the bounds of ${currency} need rates`);
  const toEur: Ratio = rates === null ? { num: 1n, den: 1n } : crossRate({ from: rates.inCurrency, to: rates.inEur });
  const eur = priceMinor * toEur.num;
  const oneEur = pow10(currencyDecimals(currency)) * toEur.den;
  if (eur < MIN_INVOICE_EUR * oneEur) {
    throw fieldError('amount', 'Amount is less than the minimum value', 'amount_too_small');
  }
  if (eur > MAX_INVOICE_EUR * oneEur) {
    throw fieldError('amount', 'Amount is greater than the maximum value', 'amount_too_large');
  }
}

/**
 * Refuses an amount that costs too much to move: below twice the gate's typical network fee.
 * @throws DomainError `amount_too_small`
 */
export function checkGateMinimum(amountMinor: bigint, gate: CryptoGate): void {
  if (amountMinor < minimumMinor(gate)) {
    throw fieldError('gate_id', 'Amount is less than the minimum value', 'amount_too_small');
  }
}

/** The bounds of an invoice's price in whole EUR (spec §9). */
export const MIN_INVOICE_EUR = 1n;
export const MAX_INVOICE_EUR = 15_000n;

function priceOf({ priceMinor, items }: PricingInput): bigint {
  const sum = items === undefined || items.length === 0 ? undefined : sumOf(items);
  const price = sum ?? priceMinor;
  if (price === undefined) throw fieldError('amount', 'The amount is required when there are no items.');
  if (sum !== undefined && priceMinor !== undefined && sum !== priceMinor) {
    throw fieldError('amount', 'The amount must equal the sum of the items.');
  }
  if (price <= 0n) throw fieldError('amount', 'Amount must be greater than 0');
  return price;
}

function sumOf(items: readonly Item[]): bigint {
  return items.reduce((sum, item, index) => {
    if (!Number.isSafeInteger(item.quantity) || item.quantity < 1) {
      throw fieldError(`items.${index}.quantity`, 'The quantity must be a whole number of at least 1.');
    }
    if (item.priceMinor < 0n) throw fieldError(`items.${index}.price`, 'Amount must be greater than 0');
    return sum + BigInt(item.quantity) * item.priceMinor;
  }, 0n);
}
