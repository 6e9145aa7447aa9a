import { type CryptoGateId, gate } from '../domain/assets/assets.ts';
import { paymentMethodOf } from '../domain/greenfield/payment-methods.ts';
import type { KeptWithInvoice } from '../domain/greenfield/shop-invoice.ts';
import { greenfieldState, type StateFacts } from '../domain/greenfield/status.ts';
import type { InvoiceRecord, PaymentRecord, QuoteRow } from '../domain/invoices/record.ts';
import { currencyDecimals } from '../domain/money/currencies.ts';
import { bpsFloor, formatAmount, formatTrimmed, minOf, mulDivFloor } from '../domain/money/money.ts';
import { assetMinorFor, type Rate } from '../domain/money/rates.ts';
import type { GreenfieldInvoice, GreenfieldInvoiceMethod, GreenfieldPayment } from './greenfield.ts';
import { countsOn, presentUri, trimZeros } from './invoice.view.ts';

/** An invoice with what a plugin keeps with it. */
export interface ShownShopInvoice {
  readonly record: InvoiceRecord;
  readonly kept: KeptWithInvoice;
  readonly isArchived: boolean;
}

/** How long after its deadline a payment is still looked for, as BTCPay says it. */
const MONITORING_SECONDS = 86_400;

/** The invoice in BTCPay's shape. Pure: the same record gives the same text. */
export function presentGreenfieldInvoice({ record, kept, isArchived }: ShownShopInvoice): GreenfieldInvoice {
  const { createdAt, expiresAt, currency } = record;
  const state = greenfieldState(stateFacts(record));
  return {
    id: record.id,
    storeId: record.profileId,
    amount: formatAmount(record.priceMinor, currencyDecimals(currency)),
    paidAmount: paidAmount(record),
    currency,
    type: 'Standard',
    checkoutLink: record.checkoutUrl,
    createdTime: secondsOf(createdAt),
    expirationTime: secondsOf(expiresAt),
    monitoringExpiration: secondsOf(expiresAt) + MONITORING_SECONDS,
    status: state.status,
    additionalStatus: state.additionalStatus,
    availableStatusesForManualMarking: markable(record),
    archived: isArchived,
    metadata: { ...kept.metadata },
    checkout: {
      speedPolicy: kept.checkout.speedPolicy ?? 'MediumSpeed',
      paymentMethods: record.gates.map(paymentMethodOf),
      defaultPaymentMethod: null,
      lazyPaymentMethods: null,
      expirationMinutes: Math.max(1, Math.round((expiresAt.getTime() - createdAt.getTime()) / 60_000)),
      monitoringMinutes: MONITORING_SECONDS / 60,
      paymentTolerance: record.underpaidToleranceBps / 100,
      redirectURL: kept.checkout.redirectURL ?? null,
      redirectAutomatically: kept.checkout.redirectAutomatically ?? false,
      defaultLanguage: kept.checkout.defaultLanguage ?? null,
    },
    receipt: { enabled: null, showQR: null, showPayments: null },
  };
}

export function stateFacts(record: InvoiceRecord): StateFacts {
  const { status, statusReason, completedAt } = record;
  return { status, reason: statusReason, isCompleted: completedAt !== null, isOver: isOver(record) };
}

function isOver({ quote, amountPaidMinor, overpaidToleranceBps }: InvoiceRecord): boolean {
  if (quote === null) return false;
  return amountPaidMinor > quote.amountDueMinor + bpsFloor(quote.amountDueMinor, overpaidToleranceBps);
}

/** The statuses that `POST …/status` can set now; the rules decide again when it is called. */
function markable({ status, amountPaidMinor }: InvoiceRecord): string[] {
  if ((status === 'new' || status === 'pending') && amountPaidMinor === 0n) return ['Invalid'];
  return ['invalid', 'expired_paid'].includes(status) ? ['Settled'] : [];
}

/** The amount paid in the currency of the invoice, at its locked rate, rounded down. */
function paidAmount({ quote, amountPaidMinor, priceMinor, currency }: InvoiceRecord): string {
  if (quote === null || amountPaidMinor === 0n || quote.amountDueMinor === 0n) return '0';
  const minor = mulDivFloor(priceMinor, amountPaidMinor, quote.amountDueMinor);
  return formatAmount(minor, currencyDecimals(currency));
}

/**
 * How the invoice can be paid, one entry for each asset. The payer chooses one on the page; the others have an amount
 * at today's rate and no address. `rates` are of the currency of the invoice.
 */
export function presentGreenfieldMethods(record: InvoiceRecord, rates: readonly Rate[]): GreenfieldInvoiceMethod[] {
  const { quote } = record;
  return record.gates.map((gateId) =>
    quote?.gateId === gateId ? chosenMethod(record, quote) : openMethod(record, gateId, rates),
  );
}

function chosenMethod(record: InvoiceRecord, quote: QuoteRow): GreenfieldInvoiceMethod {
  const coins = (minor: bigint) => coinText(minor, quote.gateId);
  const due = quote.amountDueMinor - minOf(record.amountPaidMinor, quote.amountDueMinor);
  return {
    ...methodNames(quote.gateId),
    destination: quote.address,
    paymentLink: presentUri(record)?.uri ?? '',
    rate: trimZeros(quote.rateValue),
    paymentMethodPaid: coins(record.amountPaidMinor),
    totalPaid: coins(record.amountPaidMinor),
    due: coins(due),
    amount: coins(quote.amountDueMinor),
    paymentMethodFee: '0.0',
    payments: record.payments
      .filter((payment) => payment.quoteId === quote.id)
      .map((payment) => presentGreenfieldPayment(payment, quote)),
    activated: true,
    additionalData: quote.destinationTag === null ? {} : { destinationTag: quote.destinationTag.toString() },
  };
}

function openMethod(record: InvoiceRecord, gateId: CryptoGateId, rates: readonly Rate[]): GreenfieldInvoiceMethod {
  const rate = rates.find(({ asset }) => asset === gate(gateId).asset);
  const amount = rate === undefined ? '0' : coinText(assetMinorFor(record.totalMinor, rate), gateId);
  return {
    ...methodNames(gateId),
    destination: '',
    paymentLink: '',
    rate: rate === undefined ? '0' : trimZeros(rate.value),
    paymentMethodPaid: '0',
    totalPaid: '0',
    due: amount,
    amount,
    paymentMethodFee: '0.0',
    payments: [],
    activated: false,
    additionalData: {},
  };
}

function methodNames(gateId: CryptoGateId) {
  return { paymentMethodId: paymentMethodOf(gateId), currency: gate(gateId).asset };
}

/** One payment to the chosen address. Clients take what is before the first hyphen of the id as the transaction. */
export function presentGreenfieldPayment(payment: PaymentRecord, quote: QuoteRow): GreenfieldPayment {
  return {
    id: `${payment.txid}-${payment.output}`,
    receivedDate: secondsOf(payment.firstSeenAt),
    value: coinText(payment.amountMinor, quote.gateId),
    fee: '0.0',
    status: paymentStatus(payment, quote),
    destination: quote.address,
  };
}

function paymentStatus(payment: PaymentRecord, quote: QuoteRow): string {
  if (!countsOn(payment, quote)) return 'Invalid';
  return payment.status === 'confirmed' ? 'Settled' : 'Processing';
}

function coinText(minor: bigint, gateId: CryptoGateId): string {
  return formatTrimmed(minor, gate(gateId).decimals, 1);
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
