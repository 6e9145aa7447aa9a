import { type CryptoGateId, gate, type Mode, type Network, patienceMs } from '../assets.ts';
import type { Language } from '../languages.ts';
import type { InvoiceStatus } from '../state/invoice-status.ts';
import type { InvoiceRecord, PaymentRecord } from './record.ts';
import {
  type ConfirmationsView,
  coinText,
  countsOn,
  type FeesView,
  type ItemView,
  presentAmounts,
  presentConfirmations,
  presentPrice,
  presentRate,
  presentRefundLine,
  presentTransaction,
  presentUri,
  type RateView,
  type RefundLineView,
  type TaxView,
  type TransactionView,
  trimZeros,
} from './view.ts';

export interface CustomerMerchantView {
  name: string;
  logo_url: string | null;
  support_email: string | null;
  /** Of the company, with line breaks; null where the merchant does not show it. */
  address: string | null;
  phone: string | null;
  domain: string | null;
}

/** One asset the payer may choose; amount and rate are null while no rate is known, never a guess. */
export interface CustomerGateView {
  gate_id: CryptoGateId;
  asset: string;
  title: string;
  network: Network;
  network_title: string;
  amount: string | null;
  rate: string | null;
  rate_expires_at: string | null;
  /** How long confirmation usually takes, to the nearest minute. */
  minutes: number;
  /** How long the locked rate waits for the confirmation, from the first sight. */
  rate_held_minutes: number;
}

export interface CustomerRefundView extends RefundLineView {
  /** Its ends: enough for the payer to know it, nothing for a stranger who has the link of the invoice. */
  address: string;
  destination_tag: string | null;
  explorer_url: string | null;
}

/** Where the payer asked for money back to by the mailed link; the address by its ends. */
export interface RefundAskedView {
  address: string;
  destination_tag: string | null;
  created_at: string;
}

/** What of the invoice can go back now, and what that costs where the fees are the payer's: the merchant decides. */
export interface RefundOfferView {
  /** The excess of an overpaid invoice, else all that is left. */
  amount: string;
  /** Percent with two decimals, `"5.00"`. */
  service_fee_percent: string;
  fees: { service: string; network: string };
  /** What arrives, less the fees. */
  net_amount: string;
}

/** A payer's request by the mailed link: it waits for the merchant, became a refund, or was rejected. */
export type RefundRequestStatus = 'open' | 'approved' | 'rejected';

export interface CustomerTransactionView extends TransactionView {
  explorer_url: string | null;
  late: boolean;
}

/** What the payer's page shows: nothing that the payer must not see (the id is the capability). */
export interface CustomerInvoiceView {
  id: string;
  version: number;
  status: InvoiceStatus;
  status_reason: string | null;
  mode: Mode;
  simulated: boolean;
  reference: string | null;
  description: string | null;
  items: ItemView[];
  currency: string;
  price: string;
  taxes: TaxView[];
  fees: FeesView;
  total: string;
  merchant: CustomerMerchantView;
  gates: CustomerGateView[];
  gate_id: CryptoGateId | null;
  amount_due: string | null;
  amount_paid: string | null;
  amount_confirmed: string | null;
  amount_remaining: string | null;
  amount_excess: string | null;
  rate: RateView | null;
  /** Until when what was seen has to be confirmed for this rate; null where nothing waits for it. */
  rate_held_until: string | null;
  address: string | null;
  destination_tag: string | null;
  payment_uri: string | null;
  qr: { payload: string; address_only: string } | null;
  wallet_link: string | null;
  confirmations: ConfirmationsView;
  transactions: CustomerTransactionView[];
  late: boolean;
  refunds: CustomerRefundView[];
  /** What became of the payer's own request; null when none was made. */
  refund_request: RefundRequestStatus | null;
  /** That request, unless it was rejected. */
  refund_asked: RefundAskedView | null;
  /** The first parts of the mailed links that were used: each works once. */
  refund_links_used: string[];
  /** Whether the payer can have a refund link mailed now. */
  refund_link_available: boolean;
  refund_offer: RefundOfferView | null;
  success_url: string | null;
  cancel_url: string | null;
  customer_email: string | null;
  language: Language | null;
  created_at: string;
  expires_at: string;
  completed_at: string | null;
  server_time: string;
}

/** The going price of one coin for the choice of an asset; `amountMinor` is what would be due now. */
export interface GateOffer {
  readonly rateValue: string;
  readonly expiresAt: Date;
  readonly amountMinor: bigint;
}

export interface RefundRequestRecord {
  readonly status: RefundRequestStatus;
  readonly address: string;
  readonly destination_tag: string | null;
  readonly created_at: Date;
}

export interface CustomerContext {
  readonly merchant: CustomerMerchantView;
  readonly offers: ReadonlyMap<CryptoGateId, GateOffer>;
  /** True when the network of the invoice's mode is the simulator. */
  readonly simulated: boolean;
  /** The payer's newest request. */
  readonly refundRequest: RefundRequestRecord | null;
  readonly usedRefundLinks: readonly string[];
  readonly isRefundLinkAvailable: boolean;
  readonly refundOffer: RefundOfferView | null;
  readonly explorerUrl: (network: Network, txid: string) => string | null;
  readonly now: Date;
}

/** The payer's view of an invoice. Pure; `server_time` is the context's clock, so that pages can correct their own. */
export function presentCustomerInvoice(record: InvoiceRecord, context: CustomerContext): CustomerInvoiceView {
  const uri = presentUri(record);
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    status_reason: record.statusReason,
    mode: record.mode,
    simulated: context.simulated,
    reference: record.reference,
    description: record.description,
    ...presentPrice(record),
    merchant: context.merchant,
    gates: record.gates.map((gateId) => presentGate(gateId, context.offers.get(gateId))),
    gate_id: record.quote?.gateId ?? null,
    ...presentAmounts(record),
    rate: presentRate(record),
    rate_held_until: record.rateHeldUntil?.toISOString() ?? null,
    address: record.quote?.address ?? null,
    destination_tag: record.quote?.destinationTag?.toString() ?? null,
    payment_uri: uri?.uri ?? null,
    qr: uri === null ? null : { payload: uri.uri, address_only: uri.addressOnly },
    wallet_link: uri?.openInWallet ?? null,
    confirmations: presentConfirmations(record),
    transactions: presentCustomerTransactions(record, context),
    late: isLate(record),
    refunds: presentCustomerRefunds(record, context),
    refund_request: context.refundRequest?.status ?? null,
    refund_asked: presentAsked(context.refundRequest),
    refund_links_used: [...context.usedRefundLinks],
    refund_link_available: context.isRefundLinkAvailable,
    refund_offer: context.refundOffer,
    success_url: record.successUrl,
    cancel_url: record.cancelUrl,
    customer_email: record.customer.email === undefined ? null : maskEmail(record.customer.email),
    language: record.language,
    created_at: record.createdAt.toISOString(),
    expires_at: record.expiresAt.toISOString(),
    completed_at: record.completedAt?.toISOString() ?? null,
    server_time: context.now.toISOString(),
  };
}

function presentGate(gateId: CryptoGateId, offer: GateOffer | undefined): CustomerGateView {
  const chosen = gate(gateId);
  return {
    gate_id: gateId,
    asset: chosen.asset,
    title: chosen.title,
    network: chosen.network,
    network_title: chosen.networkTitle,
    amount: offer === undefined ? null : coinText(offer.amountMinor, gateId),
    rate: offer === undefined ? null : trimZeros(offer.rateValue),
    rate_expires_at: offer?.expiresAt.toISOString() ?? null,
    minutes: Math.round((chosen.confirmations * chosen.blockSeconds) / 60),
    rate_held_minutes: Math.round(patienceMs(gateId) / 60_000),
  };
}

function presentCustomerTransactions(record: InvoiceRecord, context: CustomerContext): CustomerTransactionView[] {
  return record.payments.flatMap((payment) =>
    presentTransaction(payment).map((transaction) => ({
      ...transaction,
      explorer_url: context.simulated ? null : context.explorerUrl(payment.network, payment.txid),
      late: isLatePayment(payment, record),
    })),
  );
}

/** What goes or went back; one that was canceled, or refused before anything was signed, is no news for a payer. */
function presentCustomerRefunds(record: InvoiceRecord, context: CustomerContext): CustomerRefundView[] {
  return record.refunds
    .filter(({ status, txid }) => status !== 'canceled' && (status !== 'error' || txid !== null))
    .map((refund) => ({
      ...presentRefundLine(refund),
      address: addressEnds(refund.address),
      destination_tag: refund.destinationTag,
      explorer_url:
        context.simulated || refund.txid === null
          ? null
          : context.explorerUrl(gate(refund.gateId).network, refund.txid),
    }));
}

function presentAsked(request: RefundRequestRecord | null): RefundAskedView | null {
  if (request === null || request.status === 'rejected') return null;
  const { address, destination_tag, created_at } = request;
  return { address: addressEnds(address), destination_tag, created_at: created_at.toISOString() };
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
