import type { CryptoGateId } from '../assets/assets.ts';
import { currencyDecimals, isCurrency } from '../money/currencies.ts';
import { decimalText, fieldsOf, type GreenfieldFault, isRecord, textOf } from './fields.ts';
import { readPaymentMethod } from './payment-methods.ts';

/** Metadata of a shop, kept and answered as it was sent. */
export type KeptMetadata = Readonly<Record<string, unknown>>;

/** The fields of `checkout` that are answered as they were sent; fields that Tidegate decides itself are not in it. */
export interface KeptCheckout {
  readonly speedPolicy?: string;
  readonly redirectURL?: string;
  readonly redirectAutomatically?: boolean;
  readonly defaultLanguage?: string;
}

/** The data kept beside the invoice itself. */
export interface KeptWithInvoice {
  readonly orderId: string | null;
  readonly metadata: KeptMetadata;
  readonly checkout: KeptCheckout;
}

/** A new invoice as a plugin asks for it, read and checked. */
export interface RequestedInvoice extends KeptWithInvoice {
  /** A plain decimal with no more places than the currency has. */
  readonly amount: string;
  readonly currency: string;
  readonly description: string | undefined;
  readonly customer: { readonly email?: string; readonly name?: string };
  /** The assets that the payer may choose; undefined: all of the shop. */
  readonly gates: readonly CryptoGateId[] | undefined;
  readonly redirectUrl: string | undefined;
  readonly expirationSeconds: number | undefined;
}

/**
 * Reads the body of a new invoice. Unknown fields and nulls are ignored, because plugins send them; what decides how
 * much is paid, and in what, is checked.
 */
export function readRequestedInvoice(
  body: unknown,
  shop: { readonly currency: string; readonly offered: readonly CryptoGateId[] },
): { readonly invoice: RequestedInvoice } | { readonly faults: readonly GreenfieldFault[] } {
  const fields = fieldsOf(body);
  const checkout = fieldsOf(fields.checkout);
  const faults: GreenfieldFault[] = [];
  const metadata = metadataOf(fields.metadata, faults);
  const currency = currencyOf(fields.currency, shop.currency, faults);
  const amount = amountOf(fields.amount, currency, faults);
  const gates = gatesOf(checkout, shop.offered, faults);
  const orderId = textOf(metadata.orderId, MAX_ORDER_ID);
  if (orderId !== undefined && orderId.length > MAX_KEPT_ORDER_ID) {
    faults.push({ path: 'metadata.orderId', message: `The order ID has more than ${MAX_KEPT_ORDER_ID} characters.` });
  }
  if (faults.length > 0 || amount === undefined) return { faults };
  const requested = {
    amount,
    currency,
    gates,
    metadata,
    orderId: orderId ?? null,
    description: textOf(metadata.itemDesc, 1000),
    customer: customerOf(metadata),
    redirectUrl: textOf(checkout.redirectURL, 2000),
    expirationSeconds: secondsOf(checkout.expirationMinutes),
    checkout: keptCheckout(checkout),
  };
  return { invoice: requested };
}

/** The metadata that replaces the kept one. */
export function readMetadata(body: unknown): { readonly metadata: KeptMetadata; readonly faults: GreenfieldFault[] } {
  const faults: GreenfieldFault[] = [];
  return { metadata: metadataOf(fieldsOf(body).metadata, faults), faults };
}

const MAX_ORDER_ID = 1000;
const MAX_KEPT_ORDER_ID = 200;
/** More than any plugin sends; the list of a shop answers up to a hundred of them at once. */
const MAX_METADATA = 32_000;

function metadataOf(value: unknown, faults: GreenfieldFault[]): KeptMetadata {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (value === undefined || value === null || isEmptyList) return {};
  if (!isRecord(value)) {
    faults.push({ path: 'metadata', message: 'The metadata must be an object.' });
    return {};
  }
  if (JSON.stringify(value).length > MAX_METADATA) {
    faults.push({ path: 'metadata', message: `The metadata has more than ${MAX_METADATA} characters.` });
    return {};
  }
  return value;
}

function currencyOf(value: unknown, ofShop: string, faults: GreenfieldFault[]): string {
  if (value === undefined || value === null || value === '') return ofShop;
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  if (!isCurrency(code)) faults.push({ path: 'currency', message: 'This currency is not known.' });
  return code;
}

function amountOf(value: unknown, currency: string, faults: GreenfieldFault[]): string | undefined {
  if (value === undefined || value === null || value === '') {
    faults.push({ path: 'amount', message: 'The amount is required: invoices without an amount are not offered.' });
    return undefined;
  }
  if (!isCurrency(currency)) return undefined;
  const places = currencyDecimals(currency);
  const amount = decimalText(value, places);
  if (amount === undefined) faults.push({ path: 'amount', message: 'The amount must be a plain decimal number.' });
  else if ((amount.split('.')[1] ?? '').length > places) {
    faults.push({ path: 'amount', message: `An amount in ${currency} has at most ${places} decimal places.` });
    return undefined;
  } else if (/^[0.]*$/.test(amount)) {
    faults.push({ path: 'amount', message: 'The amount must be greater than 0.' });
    return undefined;
  }
  return amount;
}

/**
 * The gates that are named and offered. A name that is known but not offered, such as Lightning, is left out as long as
 * another remains, as BTCPay does for a method that the store has not set up.
 */
function gatesOf(
  checkout: Readonly<Record<string, unknown>>,
  offered: readonly CryptoGateId[],
  faults: GreenfieldFault[],
): readonly CryptoGateId[] | undefined {
  const named = checkout.paymentMethods;
  if (named === undefined || named === null || (Array.isArray(named) && named.length === 0)) return undefined;
  if (!Array.isArray(named)) {
    faults.push({ path: 'checkout.paymentMethods', message: 'The payment methods must be a list.' });
    return undefined;
  }
  if (named.length > MAX_METHODS) {
    faults.push({ path: 'checkout.paymentMethods', message: `At most ${MAX_METHODS} payment methods can be named.` });
    return undefined;
  }
  const gates = new Set<CryptoGateId>();
  named.forEach((name: unknown, index) => {
    const gate = typeof name === 'string' ? readPaymentMethod(name) : undefined;
    const path = `checkout.paymentMethods[${index}]`;
    if (gate === undefined) faults.push({ path, message: 'Invalid payment method' });
    else if (gate !== 'elsewhere' && offered.includes(gate)) gates.add(gate);
  });
  if (faults.length === 0 && gates.size === 0) {
    faults.push({
      path: 'checkout.paymentMethods[0]',
      message: 'None of these payment methods is offered by the shop.',
    });
  }
  return [...gates];
}

const MAX_METHODS = 50;

/** An email that is none, or a name of spaces, costs no sale. */
function customerOf({ buyerEmail, buyerName }: KeptMetadata): RequestedInvoice['customer'] {
  const email = textOf(buyerEmail, 255);
  const name = textOf(buyerName, 200);
  return {
    ...(email !== undefined && email.length <= 254 && EMAIL.test(email) ? { email } : {}),
    ...(name === undefined ? {} : { name: name.replaceAll(CONTROL, ' ') }),
  };
}

/** As strict as the public API: one `@`, a domain with a dot, nothing that ends a header. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const CONTROL = /[\u0000-\u001f\u007f]/g;

function secondsOf(minutes: unknown): number | undefined {
  const number = typeof minutes === 'string' ? Number(minutes) : minutes;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? Math.round(number * 60) : undefined;
}

const SPEEDS = ['HighSpeed', 'MediumSpeed', 'LowMediumSpeed', 'LowSpeed'];

function keptCheckout(checkout: Readonly<Record<string, unknown>>): KeptCheckout {
  const { speedPolicy, redirectAutomatically } = checkout;
  const redirectURL = textOf(checkout.redirectURL, 2000);
  const defaultLanguage = textOf(checkout.defaultLanguage, 35);
  return {
    ...(typeof speedPolicy === 'string' && SPEEDS.includes(speedPolicy) ? { speedPolicy } : {}),
    ...(typeof redirectAutomatically === 'boolean' ? { redirectAutomatically } : {}),
    redirectURL,
    defaultLanguage,
  };
}

/**
 * Fills BTCPay's placeholders of a return address, each encoded as part of a URL, so that an order's number can add
 * neither path nor query.
 */
export function filledRedirect(
  url: string,
  ids: { readonly invoiceId: string; readonly orderId: string | null },
): string {
  return url
    .replaceAll('{InvoiceId}', encodeURIComponent(ids.invoiceId))
    .replaceAll('{OrderId}', encodeURIComponent(ids.orderId ?? ''));
}

/** The reference of the attempt with this number for an order: `13`, then `13-2`, `13-3`. */
export function attemptReference(orderId: string, attempt: number): string {
  return attempt === 1 ? orderId : `${orderId}-${attempt}`;
}
