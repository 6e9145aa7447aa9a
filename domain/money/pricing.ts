import { type CryptoGate, minimumMinor } from '../assets/assets.ts';
import { fieldError } from '../errors.ts';
import { type Currency, currencyDecimals } from './currencies.ts';
import { customerServiceFee, type FeePayer } from './fees.ts';
import { type Item, lineMinor } from './items.ts';
import { formatTrimmed, pow10 } from './money.ts';
import { crossRate, type Rate, type Ratio } from './rates.ts';
import { type Tax, type TaxLine, taxLines, taxOnTop } from './tax.ts';

export interface PricingInput {
  /** The price before exclusive taxes and fees; may be left out when there are items. */
  readonly priceMinor?: bigint;
  readonly items?: readonly Item[];
  /** `exact`: their sum makes the price; `informative`: they are only shown, and `priceMinor` counts. */
  readonly itemsTotal?: ItemsTotal;
  readonly tax: Tax;
  readonly fees: {
    readonly serviceBps: number;
    readonly servicePayer: FeePayer;
    /** Fiat minor units; 0 while no gate is chosen. */
    readonly networkFeeMinor: bigint;
    readonly networkPayer: FeePayer;
  };
}

export const ITEMS_TOTALS = ['exact', 'informative'] as const;

export type ItemsTotal = (typeof ITEMS_TOTALS)[number];

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
 * The payer's price of an invoice: the amount, or the sum of the items where there is none. Where both are given, they
 * may differ by one minor unit per line, as shops round each line.
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
    throw fieldError('amount', `Amount is less than the minimum value of ${euro(MIN_INVOICE_EUR)}`, 'amount_too_small');
  }
  if (eur > MAX_INVOICE_EUR * oneEur) {
    throw fieldError(
      'amount',
      `Amount is greater than the maximum value of ${euro(MAX_INVOICE_EUR)}`,
      'amount_too_large',
    );
  }
}

const euro = (whole: bigint) => new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(whole);

/**
 * Refuses an amount that costs too much to move: below twice the gate's typical network fee.
 * @throws DomainError `amount_too_small`
 */
export function checkGateMinimum(amountMinor: bigint, gate: CryptoGate): void {
  const minimum = minimumMinor(gate);
  if (amountMinor < minimum) {
    const limit = `${formatTrimmed(minimum, gate.decimals, gate.decimalsShown)} ${gate.asset}`;
    throw fieldError('gate_id', `Amount is less than the minimum value of ${limit}`, 'amount_too_small');
  }
}

/** The bounds of an invoice's price in whole EUR (spec §9). */
export const MIN_INVOICE_EUR = 1n;
export const MAX_INVOICE_EUR = 15_000n;

function priceOf({ priceMinor, items = [], itemsTotal = 'exact' }: PricingInput): bigint {
  const sum = items.length === 0 ? undefined : sumOf(items);
  const price = priceMinor ?? (itemsTotal === 'exact' ? sum : undefined);
  if (price === undefined) {
    const when = sum === undefined ? 'when there are no items' : 'when the items are informative';
    throw fieldError('amount', `The amount is required ${when}.`);
  }
  if (itemsTotal === 'exact' && sum !== undefined && priceMinor !== undefined) {
    checkSum({ sum, priceMinor, lines: BigInt(items.length) });
  }
  if (price <= 0n) throw fieldError('amount', 'Amount must be greater than 0');
  return price;
}

function checkSum({ sum, priceMinor, lines }: { sum: bigint; priceMinor: bigint; lines: bigint }): void {
  const difference = sum > priceMinor ? sum - priceMinor : priceMinor - sum;
  if (difference <= lines) return;
  throw fieldError('amount', 'The amount must equal the sum of the items, but for one minor unit per item.');
}

function sumOf(items: readonly Item[]): bigint {
  return items.reduce((sum, item, index) => {
    checkLine(item, `items.${index}`);
    return sum + lineMinor(item);
  }, 0n);
}

/** A line's total is either given or counted in whole pieces. */
function checkLine({ quantity, amountMinor, priceMinor, type }: Item, path: string): void {
  const isCounted = amountMinor !== undefined || Number.isSafeInteger(quantity);
  if (!isCounted || !(quantity > 0)) throw fieldError(`${path}.quantity`, 'The quantity must be above 0.');
  if (type !== 'discount' && (amountMinor ?? priceMinor) < 0n) {
    throw fieldError(`${path}.price`, 'Amount must be greater than 0');
  }
}
