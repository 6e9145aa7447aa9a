import { type CryptoGateId, confirmationLimitMs, gate, type Network } from '../domain/assets/assets.ts';
import type { PaymentUri } from '../domain/assets/payment-uri.ts';
import { canEnterPayerEmail } from '../domain/invoices/payer-email.ts';
import type { InvoiceRecord, PaymentRecord } from '../domain/invoices/record.ts';
import { currencyDecimals } from '../domain/money/currencies.ts';
import { formatAmount } from '../domain/money/money.ts';
import { bestOffers, usualSeconds } from '../domain/money/payer-cost.ts';
import type { RefundRequestStatus } from '../domain/state/refund-request.ts';
import { qrModules } from '../domain/web/qr-code.ts';
import type {
  CustomerGate,
  CustomerInvoice,
  CustomerRefund,
  CustomerTransaction,
  InvoiceMerchant,
  PayerEmail,
  PaymentQr,
  RefundOffer,
  RefundRequested,
} from './customer-invoice.ts';
import {
  coinText,
  countsOn,
  isPaid,
  presentAmounts,
  presentConfirmations,
  presentOtherPayments,
  presentPrice,
  presentRate,
  presentRefundLine,
  presentTransaction,
  presentUri,
  trimZeros,
} from './invoice.view.ts';

/** The going price of one coin for the choice of an asset; `amountMinor` is what would be due now. */
export interface GateOffer {
  readonly rateValue: string;
  readonly expiresAt: Date;
  readonly amountMinor: bigint;
  /** About what the payer pays the network, in minor units of the invoice's currency. */
  readonly networkFeeMinor: bigint | null;
  /** The worth of the amount and that fee together; null while the fee is unknown. */
  readonly costMinor: bigint | null;
  /** Usual seconds until paid. */
  readonly seconds: number;
}

export interface RefundRequestRecord {
  readonly status: RefundRequestStatus;
  readonly address: string;
  readonly destinationTag: bigint | null;
  readonly createdAt: Date;
}

/** An address for one mail, and whether it was entered before anything was paid. */
export interface EnteredEmail {
  readonly email: string;
  readonly isBeforePayment: boolean;
}

export interface CustomerContext {
  readonly merchant: InvoiceMerchant;
  readonly offers: ReadonlyMap<CryptoGateId, GateOffer>;
  /** True when the network of the invoice's mode is the simulator. */
  readonly simulated: boolean;
  /** The seller of coins by card sells one of the invoice. */
  readonly isCardAvailable: boolean;
  /** The payer's newest request. */
  readonly refundRequest: RefundRequestRecord | null;
  readonly usedRefundLinks: readonly string[];
  readonly isRefundLinkAvailable: boolean;
  readonly isSignedRefundAvailable: boolean;
  /** The address that was entered on the page; undefined where no mail is sent. */
  readonly payerEmail: EnteredEmail | null | undefined;
  readonly refundOffer: RefundOffer | null;
  /** Payers can write to support, which answers by mail. */
  readonly isHelpAvailable: boolean;
  readonly explorerUrl: (network: Network, txid: string) => string | null;
  readonly rateLockMinutes: number;
  readonly now: Date;
}

/** The payer's view of an invoice. Pure; `server_time` is the context's clock, so that pages can correct their own. */
export function presentCustomerInvoice(record: InvoiceRecord, context: CustomerContext): CustomerInvoice {
  const uri = presentUri(record);
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    status_reason: record.statusReason,
    paid: isPaid(record),
    mode: record.mode,
    simulated: context.simulated,
    demo: false,
    reference: record.reference,
    description: record.description,
    ...presentPrice(record),
    merchant: context.merchant,
    gates: presentGates(record, context.offers),
    gate_id: record.quote?.gateId ?? null,
    ...presentAmounts(record),
    rate: presentRate(record),
    rate_held_until: record.rateHeldUntil?.toISOString() ?? null,
    address: record.quote?.address ?? null,
    destination_tag: record.quote?.destinationTag?.toString() ?? null,
    payment_uri: uri?.uri ?? null,
    qr: uri === null ? null : presentQr(uri),
    wallet_link: hasSafeLink(record, context) ? (uri?.openInWallet ?? null) : null,
    confirmations: presentConfirmations(record),
    transactions: presentCustomerTransactions(record, context),
    other_payments: presentOtherPayments(record).map((payment) => ({
      ...payment,
      explorer_url: context.simulated ? null : context.explorerUrl(payment.network, payment.txid),
    })),
    late: isLate(record),
    refunds: presentCustomerRefunds(record, context),
    refund_request: context.refundRequest?.status ?? null,
    refund_asked: presentRequested(context.refundRequest),
    refund_links_used: [...context.usedRefundLinks],
    refund_link_available: context.isRefundLinkAvailable,
    refund_by_signature: context.isSignedRefundAvailable,
    refund_offer: context.refundOffer,
    success_url: record.successUrl,
    cancel_url: record.cancelUrl,
    customer_email: record.customer.email === undefined ? null : maskEmail(record.customer.email),
    payer_email: presentPayerEmail(record, context),
    language: record.language,
    created_at: record.createdAt.toISOString(),
    expires_at: record.expiresAt.toISOString(),
    completed_at: record.completedAt?.toISOString() ?? null,
    card_available: context.isCardAvailable,
    help_available: context.isHelpAvailable,
    rate_lock_minutes: context.rateLockMinutes,
    server_time: context.now.toISOString(),
  };
}

/**
 * Whether a wallet that opens the link pays on the invoice's chain, or not at all. Simulated chains have no wallets,
 * and `xrpl:` names no network: a wallet would send real coins to a test account.
 */
function hasSafeLink({ quote }: InvoiceRecord, { simulated }: CustomerContext): boolean {
  return !simulated && (quote?.network !== 'XRP' || quote.chain === 'main');
}

function presentPayerEmail(record: InvoiceRecord, { payerEmail: entered }: CustomerContext): PayerEmail | null {
  const hasShopEmail = record.customer.email !== undefined;
  if (entered === undefined || hasShopEmail) return null;
  const hasPayments = record.payments.length > 0;
  const open = canEnterPayerEmail({ status: record.status, hasShopEmail, hasPayments, entered });
  const refunds = entered?.isBeforePayment ?? !hasPayments;
  return { masked: entered === null ? null : maskEmail(entered.email), refunds, open };
}

function presentQr({ uri, addressOnly }: PaymentUri): PaymentQr {
  return {
    payload: uri,
    address_only: addressOnly,
    payload_modules: qrModules(uri),
    address_only_modules: qrModules(addressOnly),
  };
}

function presentGates(
  { gates, currency }: Pick<InvoiceRecord, 'gates' | 'currency'>,
  offers: CustomerContext['offers'],
): CustomerGate[] {
  const best = bestOffers([...offers].map(([gateId, { costMinor, seconds }]) => ({ gateId, costMinor, seconds })));
  return gates.map((gateId) => ({
    ...presentGate(gateId, offers.get(gateId), currency),
    cheapest: best.cheapest === gateId,
    fastest: best.fastest === gateId,
  }));
}

function presentGate(
  gateId: CryptoGateId,
  offer: GateOffer | undefined,
  currency: string,
): Omit<CustomerGate, 'cheapest' | 'fastest'> {
  const chosen = gate(gateId);
  const fee = offer?.networkFeeMinor ?? null;
  return {
    gate_id: gateId,
    asset: chosen.asset,
    title: chosen.title,
    network: chosen.network,
    network_title: chosen.networkTitle,
    amount: offer === undefined ? null : coinText(offer.amountMinor, gateId),
    rate: offer === undefined ? null : trimZeros(offer.rateValue),
    rate_expires_at: offer?.expiresAt.toISOString() ?? null,
    minutes: Math.round((offer?.seconds ?? usualSeconds(chosen, null)) / 60),
    network_fee: fee === null ? null : formatAmount(fee, currencyDecimals(currency)),
    rate_held_minutes: Math.round(confirmationLimitMs(gateId) / 60_000),
  };
}

function presentCustomerTransactions(record: InvoiceRecord, context: CustomerContext): CustomerTransaction[] {
  return record.payments.flatMap((payment) =>
    presentTransaction(payment).map((transaction) => ({
      ...transaction,
      explorer_url: context.simulated ? null : context.explorerUrl(payment.network, payment.txid),
      late: isLatePayment(payment, record),
    })),
  );
}

/** Refunds that are on their way or done; payers do not see one that was canceled or refused before signing. */
function presentCustomerRefunds(record: InvoiceRecord, context: CustomerContext): CustomerRefund[] {
  return record.refunds
    .filter(({ status, txid }) => status !== 'canceled' && (status !== 'error' || txid !== null))
    .map((refund) => ({
      ...presentRefundLine(refund),
      address: addressEnds(refund.address),
      destination_tag: refund.destinationTag?.toString() ?? null,
      explorer_url:
        context.simulated || refund.txid === null
          ? null
          : context.explorerUrl(gate(refund.gateId).network, refund.txid),
    }));
}

function presentRequested(request: RefundRequestRecord | null): RefundRequested | null {
  if (request === null || request.status === 'rejected') return null;
  const { address, destinationTag, createdAt } = request;
  return {
    address: addressEnds(address),
    destination_tag: destinationTag?.toString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

/** First seen after the deadline, or confirmed too late for the locked rate. */
function isLatePayment({ firstSeenAt, hasLapsed }: PaymentRecord, { expiresAt }: InvoiceRecord): boolean {
  return firstSeenAt > expiresAt || hasLapsed;
}

/** True when money that counts is late, confirmed or not. */
function isLate(record: InvoiceRecord): boolean {
  const { quote } = record;
  if (quote === null) return false;
  return record.payments.some((payment) => countsOn(payment, quote) && isLatePayment(payment, record));
}

/** `bitcoincash:qpm2qsznhks2…` becomes `qpm2qszn…22gdx6a`: without the prefix, which is the same for all. */
function addressEnds(address: string): string {
  const text = address.slice(address.indexOf(':') + 1);
  return `${text.slice(0, 8)}…${text.slice(-6)}`;
}

/** `jane.doe@example.com` becomes `j•••@example.com`: enough for the payer to know it, nothing for a stranger. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
