import { type CryptoGateId, gate } from '../domain/assets/assets.ts';
import { paymentUri } from '../domain/assets/payment-uri.ts';
import type { InvoiceRecord, PaymentRecord, PaymentStatus, QuoteRow, RefundRow } from '../domain/invoices/record.ts';
import { currencyDecimals } from '../domain/money/currencies.ts';
import { type Item, lineMinor, unitPriceText } from '../domain/money/items.ts';
import { bpsHalfUp, formatAmount, formatTrimmed } from '../domain/money/money.ts';
import { fulfillmentOf } from '../domain/state/invoice-fulfillment.ts';
import { rateEndMs } from '../domain/state/invoice-quote-lock.ts';
import type { InvoiceStatus } from '../domain/state/invoice-status.ts';
import { withoutTrailing } from '../domain/text/trailing.ts';
import { gateText } from './conversions.view.ts';
import type {
  Confirmations,
  Invoice,
  InvoiceFees,
  InvoiceItem,
  InvoiceRate,
  InvoiceRefund,
  InvoiceTransaction,
  OtherPayment,
} from './invoice.ts';

/** The invoice as the public API and webhooks show it. Pure: the same record gives the same text. */
export function presentInvoice(record: InvoiceRecord): Invoice {
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    status_reason: record.statusReason,
    paid: isPaid(record),
    fulfillment: fulfillmentOf({ status: record.status, isCompleted: record.completedAt !== null }),
    mode: record.mode,
    reference: record.reference,
    description: record.description,
    ...presentAmount(record),
    fees: presentFees(record),
    gates: [...record.gates],
    gate_id: record.quote?.gateId ?? null,
    ...presentAmounts(record),
    amount_refunded: record.quote === null ? null : coinText(record.amountRefundedMinor, record.quote.gateId),
    rate: presentRate(record),
    address: record.quote?.address ?? null,
    destination_tag: record.quote?.destinationTag?.toString() ?? null,
    payment_uri: presentUri(record)?.uri ?? null,
    confirmations: presentConfirmations(record),
    transactions: presentTransactions(record),
    other_payments: presentOtherPayments(record),
    refunds: record.refunds.map(presentRefundLine),
    autoconversion: record.autoconversion,
    conversion: presentSettledConversion(record.conversion),
    autocomplete: record.autocomplete,
    metadata: { ...record.metadata },
    customer: record.customer,
    success_url: record.successUrl,
    cancel_url: record.cancelUrl,
    notification_url: record.notificationUrl,
    checkout_url: record.checkoutUrl,
    created_at: record.createdAt.toISOString(),
    expires_at: record.expiresAt.toISOString(),
    completed_at: record.completedAt?.toISOString() ?? null,
  };
}

const PAID: ReadonlySet<InvoiceStatus> = new Set([
  'done',
  'overpaid',
  'refund_requested',
  'refunded',
  'partially_refunded',
]);

/** An invoice counts as paid once it was completed, and stays so through a refund; an error takes it back. */
export function isPaid(record: Pick<InvoiceRecord, 'status' | 'completedAt'>): boolean {
  return record.completedAt !== null && PAID.has(record.status);
}

/** The price side as the payer sees it: what is sold, taxes, the customer's part of the fees and the total. */
export function presentPrice(record: InvoiceRecord) {
  const fiat = (minor: bigint) => formatAmount(minor, currencyDecimals(record.currency));
  return {
    items: record.items.map((item) => presentItem(item, record.currency)),
    currency: record.currency,
    price: fiat(record.priceMinor),
    taxes: record.taxes.map(({ name, rateBps, amountMinor }) => ({
      name,
      rate: formatAmount(BigInt(rateBps), 2),
      amount: fiat(amountMinor),
    })),
    fees: {
      service: fiat(record.serviceFeeMinor),
      network: fiat(record.networkFeeMinor),
      conversion: fiat(record.conversionFeeMinor),
      payer: record.feePayer,
    },
    total: fiat(record.totalMinor),
  };
}

/** The same with the price by its name in the API. */
function presentAmount(record: InvoiceRecord) {
  const { items, currency, price, taxes, fees, total } = presentPrice(record);
  return { items, currency, amount: price, taxes, fees, total };
}

function presentItem(item: Item, currency: string): InvoiceItem {
  const decimals = currencyDecimals(currency);
  const { type = 'item', name, quantity, unit = null, taxMinor, sku = null } = item;
  return {
    type,
    name,
    quantity,
    unit,
    sku,
    price: unitPriceText(item, decimals),
    amount: formatAmount(lineMinor(item), decimals),
    tax: taxMinor === undefined ? null : formatAmount(taxMinor, decimals),
  };
}

/** The merchant's view of fees: the service fee also when the merchant pays it, which the payer's page leaves out. */
function presentFees(record: InvoiceRecord): InvoiceFees {
  const { fees } = presentPrice(record);
  if (record.serviceFeeMinor > 0n) return fees;
  const minor = bpsHalfUp(record.totalMinor - record.networkFeeMinor, record.serviceFeeBps);
  return { ...fees, service: formatAmount(minor, currencyDecimals(record.currency)) };
}

/** Exact, with at least the decimals the asset is shown with: `0.04400635` ETH, and all 18 where they are needed. */
export function coinText(minor: bigint, gateId: CryptoGateId): string {
  const { decimals, decimalsShown } = gate(gateId);
  return formatTrimmed(minor, decimals, decimalsShown);
}

/** Amounts due, seen, confirmed, missing and overpaid, in the chosen asset; all null before a choice. */
export function presentAmounts(record: InvoiceRecord) {
  const { quote } = record;
  if (quote === null) {
    return {
      amount_due: null,
      amount_paid: null,
      amount_confirmed: null,
      amount_remaining: null,
      amount_excess: null,
    };
  }
  const coins = (minor: bigint) => coinText(minor, quote.gateId);
  const missing = quote.amountDueMinor - record.amountPaidMinor;
  return {
    amount_due: coins(quote.amountDueMinor),
    amount_paid: coins(record.amountPaidMinor),
    amount_confirmed: coins(record.amountConfirmedMinor),
    amount_remaining: coins(missing > 0n ? missing : 0n),
    amount_excess: coins(missing < 0n ? -missing : 0n),
  };
}

export function presentRate(record: InvoiceRecord): InvoiceRate | null {
  const { quote } = record;
  if (quote === null) return null;
  return {
    value: trimZeros(quote.rateValue),
    source: quote.rateSource,
    locked_at: quote.lockedAt.toISOString(),
    expires_at: new Date(rateEndMs(quote.lockedUntil?.getTime() ?? null, record.expiresAt.getTime())).toISOString(),
  };
}

/** The URI for a wallet: with the amount still missing, or the whole amount when nothing is missing. */
export function presentUri(record: InvoiceRecord) {
  const { quote } = record;
  if (quote === null) return null;
  const missing = quote.amountDueMinor - record.amountPaidMinor;
  return paymentUri({
    gateId: quote.gateId,
    address: quote.address,
    tag: quote.destinationTag,
    amountMinor: missing > 0n ? missing : quote.amountDueMinor,
    chain: quote.chain,
  });
}

/** The confirmations of the payment that completes the amount due: the fewest that still matter. */
export function presentConfirmations(record: InvoiceRecord): Confirmations {
  const { quote } = record;
  if (quote === null) return { current: 0, required: 0 };
  const required = gate(quote.gateId).confirmations;
  const counted = record.payments
    .filter((payment) => countsOn(payment, quote))
    .sort((one, other) => other.confirmations - one.confirmations);
  let sumMinor = 0n;
  let current = 0;
  for (const payment of counted) {
    current = payment.confirmations;
    sumMinor += payment.amountMinor;
    if (sumMinor >= quote.amountDueMinor) break;
  }
  return { current, required };
}

/** True for money that counts towards the quote: paid in its asset and neither dropped, replaced nor failed. */
export function countsOn(payment: PaymentRecord, quote: QuoteRow): boolean {
  return payment.quoteId === quote.id && !GONE.has(payment.status);
}

const GONE: ReadonlySet<PaymentStatus> = new Set(['dropped', 'replaced', 'failed']);

function presentTransactions(record: InvoiceRecord): InvoiceTransaction[] {
  return record.payments.flatMap(presentTransaction);
}

/** The fields of a payment that everyone may see. */
export type ShownPayment = Pick<
  PaymentRecord,
  'gateId' | 'txid' | 'output' | 'amountMinor' | 'confirmations' | 'status' | 'firstSeenAt'
>;

/**
 * The movement as everyone may see it: one, or none for an asset that is no gate and has no known decimals; operators
 * see that in suspense.
 */
export function presentTransaction(payment: ShownPayment): InvoiceTransaction[] {
  if (payment.gateId === null) return [];
  return [
    {
      txid: payment.txid,
      output: payment.output,
      gate_id: payment.gateId,
      amount: coinText(payment.amountMinor, payment.gateId),
      confirmations: payment.confirmations,
      status: payment.status,
      first_seen_at: payment.firstSeenAt.toISOString(),
    },
  ];
}

/**
 * Payments to the invoice's addresses that pay none of it: for another choice of the payer, which a refund returns, or
 * in a coin that was never chosen, which is in suspense until support returns it (invoice-states B).
 */
export function presentOtherPayments({ quote, payments, otherGates }: InvoiceRecord): OtherPayment[] {
  return payments
    .filter((payment) => !GONE.has(payment.status) && (quote === null || payment.quoteId !== quote.id))
    .map((payment) => ({
      txid: payment.txid,
      output: payment.output,
      network: payment.network,
      gate_id: payment.gateId,
      amount: payment.gateId === null ? null : coinText(payment.amountMinor, payment.gateId),
      status: otherStatus(payment, otherGates),
      returned_by: payment.quoteId === null ? 'support' : 'refund',
      first_seen_at: payment.firstSeenAt.toISOString(),
    }));
}

function otherStatus(
  { status, quoteId, gateId }: PaymentRecord,
  otherGates: InvoiceRecord['otherGates'],
): OtherPayment['status'] {
  if (status !== 'confirmed') return 'confirming';
  const isHeld = quoteId === null || (gateId !== null && otherGates.includes(gateId));
  return isHeld ? 'safe' : 'returned';
}

/** A refund as its invoice lists it. */
export function presentRefundLine(refund: RefundRow): InvoiceRefund {
  return {
    id: refund.id,
    status: refund.status,
    gate_id: refund.gateId,
    amount: coinText(refund.amountMinor, refund.gateId),
    net_amount: coinText(refund.netMinor, refund.gateId),
    covered_amount: refund.covers === null ? null : coinText(refund.covers.minor, refund.covers.gateId),
    txid: refund.txid,
    created_at: refund.createdAt.toISOString(),
  };
}

/** The result of converting the settlement; null where nothing was converted. */
export function presentSettledConversion(conversion: InvoiceRecord['conversion']): Invoice['conversion'] {
  if (conversion === null) return null;
  const { id, from, to, amountFromMinor, amountToMinor, rate, at } = conversion;
  return {
    id,
    from,
    to,
    amount_from: gateText(amountFromMinor, from),
    amount_to: gateText(amountToMinor, to),
    rate,
    at,
  };
}

/** `40000.500000000000000000` is shown as `40000.50`: at least two decimals, no trailing zeros beyond them. */
export function trimZeros(value: string): string {
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${withoutTrailing(fraction, '0').padEnd(2, '0')}`;
}
