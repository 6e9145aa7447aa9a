import type { InvoiceCustomer } from '../../api/contract/invoice.ts';
import { type CryptoGateId, gate, type Mode, type Network } from '../../domain/assets.ts';
import type { FeePayer } from '../../domain/fees.ts';
import type {
  Autoconversion,
  InvoiceRecord,
  PaymentRecord,
  PaymentStatus,
  QuoteRecord,
  RefundRecord,
} from '../../domain/invoices/record.ts';
import type { Language } from '../../domain/languages.ts';
import { maxOf } from '../../domain/money.ts';
import type { InvoiceBefore, InvoiceFacts, PaymentFact, QuoteFact } from '../../domain/state/invoice-facts.ts';
import { drawnOf } from '../../domain/state/invoice-ledger.ts';
import { firstLapseMs, hasLapsed } from '../../domain/state/invoice-patience.ts';
import { type InvoiceStatus, RESTING_STATUSES } from '../../domain/state/invoice-status.ts';
import type { PayoutFacts } from '../../domain/state/payout-facts.ts';
import type { PayoutStatus } from '../../domain/state/payout-status.ts';
import { coveredOf, refundFacts } from './covered.ts';
import { otherMoneyOf } from './other-money.ts';

/** JSON of the columns `items` and `taxes`: amounts as text, so that no number is ever rounded. */
export interface ItemJson {
  readonly name: string;
  readonly quantity: number;
  readonly price_minor: string;
}

export interface TaxJson {
  readonly name: string;
  readonly rate_bps: number;
  readonly type: 'exclusive' | 'inclusive';
  readonly amount_minor: string;
}

export interface InvoiceRow {
  readonly id: string;
  readonly merchant_id: string;
  readonly profile_id: string;
  readonly mode: Mode;
  readonly version: number;
  readonly status: InvoiceStatus;
  readonly status_reason: string | null;
  readonly status_before: InvoiceStatus | null;
  readonly reason_before: string | null;
  readonly settled_before_minor: string;
  readonly reference: string | null;
  readonly reference_live: boolean;
  readonly description: string | null;
  readonly currency: string;
  readonly items: readonly ItemJson[];
  readonly price_minor: string;
  readonly taxes: readonly TaxJson[];
  readonly service_fee_minor: string;
  readonly network_fee_minor: string;
  readonly service_fee_bps: number;
  readonly fee_payer: FeePayer;
  readonly total_minor: string;
  readonly gates: CryptoGateId[];
  readonly gate_id: CryptoGateId | null;
  readonly gate_locked: boolean;
  readonly amount_due_minor: string | null;
  readonly amount_paid_minor: string;
  readonly amount_confirmed_minor: string;
  readonly amount_settled_minor: string;
  readonly amount_refunded_minor: string;
  readonly excess_kept_minor: string;
  readonly amount_owed_minor: string;
  readonly autoconversion: Autoconversion;
  readonly autocomplete: boolean;
  readonly underpaid_policy: 'reject' | 'accept';
  readonly underpaid_tolerance_bps: number;
  readonly overpaid_tolerance_bps: number;
  readonly late_tolerance_bps: number;
  readonly needs_operator: boolean;
  readonly metadata: Record<string, string>;
  readonly customer: InvoiceCustomer;
  readonly language: Language | null;
  readonly success_url: string | null;
  readonly cancel_url: string | null;
  readonly notification_url: string | null;
  readonly checkout_url: string;
  readonly compliance_hold: boolean;
  readonly payer_claimed_at: Date | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly expiry_decided_at: Date | null;
  readonly completed_at: Date | null;
  readonly canceled_at: Date | null;
}

/** Every column the record and the rules need, in one place. */
export const invoiceColumns = `id, merchant_id, profile_id, mode, version, status, status_reason, status_before, reason_before, settled_before_minor, reference, reference_live,
  description, currency, items, price_minor, taxes, service_fee_minor, network_fee_minor, service_fee_bps, fee_payer, total_minor, gates,
  gate_id, gate_locked, amount_due_minor, amount_paid_minor, amount_confirmed_minor, amount_settled_minor, amount_refunded_minor,
  excess_kept_minor, amount_owed_minor, autoconversion, autocomplete, underpaid_policy, underpaid_tolerance_bps, overpaid_tolerance_bps,
  late_tolerance_bps, needs_operator, metadata, customer, language, success_url, cancel_url, notification_url, checkout_url, compliance_hold, payer_claimed_at,
  created_at, expires_at, expiry_decided_at, completed_at, canceled_at`;

/** Quotes and payments come as JSON, so that one statement reads both; times in it are ISO text, amounts text. */
export interface QuoteJson {
  readonly id: string;
  readonly gate_id: CryptoGateId;
  readonly network: Network;
  readonly chain: QuoteRecord['chain'];
  readonly address: string;
  readonly destination_tag: string | null;
  readonly total_minor: string;
  readonly network_fee_minor: string;
  readonly rate_value: string;
  readonly rate_source: string;
  readonly locked_at: string;
  readonly amount_due_minor: string;
}

export interface PaymentJson {
  readonly id: string;
  readonly key: string;
  readonly network: Network;
  readonly txid: string;
  readonly output: string;
  readonly asset_ref: string;
  readonly gate_id: CryptoGateId | null;
  readonly quote_id: string | null;
  readonly amount_minor: string;
  readonly status: PaymentStatus;
  readonly first_seen_at: string;
  readonly block_height: string | null;
  readonly updated_at: string;
  readonly required_confirmations: number;
  readonly confirmations: number;
  readonly finalized: boolean;
  readonly confirmed_at: string | null;
  /** When the follower last looked at the whole chain. */
  readonly looked_at: string | null;
  readonly seen_value_minor: string | null;
  readonly confirmed_value_minor: string | null;
  readonly credited: boolean;
  readonly credit_count: number;
  readonly credited_to: 'unsettled' | 'suspense' | null;
  readonly credited_minor: string;
}

export interface RefundJson {
  readonly id: string;
  readonly status: PayoutStatus;
  readonly hold: PayoutFacts['hold'];
  readonly gate_id: CryptoGateId;
  readonly amount_minor: string;
  readonly net_minor: string;
  /** What its hold took of the invoice's account. */
  readonly drawn_minor: string;
  readonly address: string;
  readonly destination_tag: string | null;
  readonly txid: string | null;
  readonly created_at: string;
}

export const quoteJson = `jsonb_build_object('id', q.id, 'gate_id', q.gate_id, 'network', q.network, 'chain', q.chain, 'address', q.address,
  'destination_tag', q.destination_tag::text, 'total_minor', q.total_minor::text, 'network_fee_minor', q.network_fee_minor::text,
  'rate_value', trim_scale(q.rate_value)::text, 'rate_source', q.rate_source, 'locked_at', q.locked_at, 'amount_due_minor', q.amount_due_minor::text)`;

/** Confirmations are counted from the follower's tip. */
export const paymentJson = `jsonb_build_object('id', p.id, 'key', p.key, 'network', p.network, 'txid', p.txid, 'output', p.output,
  'asset_ref', p.asset_ref, 'gate_id', p.gate_id, 'quote_id', p.quote_id, 'amount_minor', p.amount_minor::text, 'status', p.status,
  'first_seen_at', p.first_seen_at, 'block_height', p.block_height::text, 'required_confirmations', p.required_confirmations,
  'confirmations', CASE WHEN p.block_height IS NULL OR c.height IS NULL THEN 0 ELSE greatest(0, c.height - p.block_height + 1) END,
  'finalized', p.finalized, 'confirmed_at', p.confirmed_at, 'looked_at', c.checked_at, 'seen_value_minor', p.seen_value_minor::text,
  'confirmed_value_minor', p.confirmed_value_minor::text, 'credited', p.credited, 'credit_count', p.credit_count,
  'credited_to', p.credited_to, 'credited_minor', p.credited_minor::text, 'updated_at', p.updated_at)`;

// `unsettled`: a hold of the time before invoices had accounts.
const drawnSql = `(SELECT coalesce(sum(e.amount), 0)::text FROM transfer h JOIN entry e ON e.transfer_id = h.id JOIN account a ON a.id = e.account_id
    WHERE h.key = r.kind || ':' || r.id || ':hold' AND e.amount > 0 AND (a.invoice_id IS NOT NULL OR a.kind = 'unsettled'))`;

/** The transaction is the newest one that was signed for the refund. */
export const refundJson = `jsonb_build_object('id', r.id, 'status', r.status, 'hold', r.hold, 'gate_id', r.gate_id, 'amount_minor', r.amount_minor::text,
  'net_minor', r.net_minor::text, 'drawn_minor', ${drawnSql}, 'address', r.address, 'destination_tag', r.destination_tag::text, 'created_at', r.created_at, 'txid', (SELECT t.txid FROM outgoing_line l
    JOIN outgoing_transaction t ON t.id = l.transaction_id WHERE l.payout_id = r.id ORDER BY t.signed_at DESC, t.id DESC LIMIT 1))`;

export interface InvoiceParts {
  readonly row: InvoiceRow;
  readonly quotes: readonly QuoteJson[];
  readonly payments: readonly PaymentJson[];
  /** Oldest first. */
  readonly refunds: readonly RefundJson[];
  /** By asset, what the invoice's accounts have that nothing holds. */
  readonly balances: Readonly<Record<string, string>>;
}

/** The record the presenters take. */
export function toRecord(parts: InvoiceParts): InvoiceRecord {
  const { row, quotes, payments, refunds } = parts;
  const quote = quotes.find((each) => each.gate_id === row.gate_id);
  return {
    id: row.id,
    merchantId: row.merchant_id,
    profileId: row.profile_id,
    mode: row.mode,
    version: row.version,
    status: row.status,
    statusReason: row.status_reason,
    statusBefore: row.status_before,
    reference: row.reference,
    description: row.description,
    currency: row.currency,
    items: row.items.map(({ name, quantity, price_minor }) => ({ name, quantity, priceMinor: BigInt(price_minor) })),
    priceMinor: BigInt(row.price_minor),
    taxes: row.taxes.map(({ name, rate_bps, amount_minor }) => ({
      name,
      rateBps: rate_bps,
      amountMinor: BigInt(amount_minor),
    })),
    serviceFeeMinor: BigInt(row.service_fee_minor),
    networkFeeMinor: BigInt(row.network_fee_minor),
    serviceFeeBps: row.service_fee_bps,
    feePayer: row.fee_payer,
    totalMinor: BigInt(row.total_minor),
    gates: row.gates,
    gateLocked: row.gate_locked,
    amountPaidMinor: BigInt(row.amount_paid_minor),
    amountConfirmedMinor: BigInt(row.amount_confirmed_minor),
    amountSettledMinor: BigInt(row.amount_settled_minor),
    amountRefundedMinor: BigInt(row.amount_refunded_minor),
    untakenMinor: untakenOf(parts),
    autoconversion: row.autoconversion,
    autocomplete: row.autocomplete,
    underpaidPolicy: row.underpaid_policy,
    underpaidToleranceBps: row.underpaid_tolerance_bps,
    overpaidToleranceBps: row.overpaid_tolerance_bps,
    needsOperator: row.needs_operator,
    metadata: row.metadata,
    customer: row.customer,
    language: row.language,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    notificationUrl: row.notification_url,
    checkoutUrl: row.checkout_url,
    payerClaimedAt: row.payer_claimed_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    quote: quote === undefined ? null : toQuoteRecord(quote),
    rateHeldUntil: rateHeldUntil(parts, quote),
    payments: payments.map((payment) => toPaymentRecord(payment, row)),
    refunds: refunds.map(toRefundRecord),
    otherGates: otherMoneyOf(parts)
      .filter(({ confirmedMinor, refundedMinor }) => confirmedMinor > refundedMinor)
      .map(({ gateId }) => gateId),
  };
}

function untakenOf({ row, refunds }: InvoiceParts): bigint {
  const drawnMinor = row.gate_id === null ? 0n : drawnOf({ refunds: refundFacts(refunds) }, row.gate_id);
  return maxOf(0n, BigInt(row.amount_confirmed_minor) - BigInt(row.amount_settled_minor) - drawnMinor);
}

function rateHeldUntil({ row, payments }: InvoiceParts, quote: QuoteJson | undefined): Date | null {
  const onQuote = payments.filter((payment) => quote !== undefined && payment.quote_id === quote.id).map(toPaymentFact);
  const untilMs = firstLapseMs(onQuote, row.expires_at.getTime());
  return untilMs === null || RESTING_STATUSES.has(row.status) ? null : new Date(untilMs);
}

/** What the rules decide on. */
export function toFacts(parts: InvoiceParts): InvoiceFacts {
  const { row, quotes, payments, refunds } = parts;
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    reason: row.status_reason,
    before: beforeOf(row),
    expiresAtMs: row.expires_at.getTime(),
    expiryDecided: row.expiry_decided_at !== null,
    completedAtMs: row.completed_at?.getTime() ?? null,
    canceledAtMs: row.canceled_at?.getTime() ?? null,
    feeBps: row.service_fee_bps,
    serviceFeeMinor: BigInt(row.service_fee_minor),
    autocomplete: row.autocomplete,
    underpaidPolicy: row.underpaid_policy,
    underpaidToleranceBps: row.underpaid_tolerance_bps,
    overpaidToleranceBps: row.overpaid_tolerance_bps,
    lateToleranceBps: row.late_tolerance_bps,
    complianceHold: row.compliance_hold,
    needsOperator: row.needs_operator,
    referenceLive: row.reference_live,
    gateLocked: row.gate_locked,
    quoteId: quotes.find((quote) => quote.gate_id === row.gate_id)?.id ?? null,
    quotes: quotes.map(toQuoteFact),
    paidMinor: BigInt(row.amount_paid_minor),
    confirmedMinor: BigInt(row.amount_confirmed_minor),
    settledMinor: BigInt(row.amount_settled_minor),
    excessKeptMinor: BigInt(row.excess_kept_minor),
    refundedMinor: BigInt(row.amount_refunded_minor),
    refundOpen: refunds.some(({ hold, gate_id }) => hold === 'open' && gate_id === row.gate_id),
    refunds: refundFacts(refunds),
    covered: coveredOf(parts),
    payments: payments.map(toPaymentFact),
  };
}

function beforeOf(row: InvoiceRow): InvoiceBefore | null {
  if (row.status_before === null) return null;
  return { status: row.status_before, reason: row.reason_before, settledMinor: BigInt(row.settled_before_minor) };
}

function toQuoteRecord(quote: QuoteJson): QuoteRecord {
  return {
    id: quote.id,
    gateId: quote.gate_id,
    network: quote.network,
    chain: quote.chain,
    address: quote.address,
    destinationTag: quote.destination_tag === null ? null : BigInt(quote.destination_tag),
    rateValue: quote.rate_value,
    rateSource: quote.rate_source,
    lockedAt: new Date(quote.locked_at),
    amountDueMinor: BigInt(quote.amount_due_minor),
  };
}

function toQuoteFact(quote: QuoteJson): QuoteFact {
  return {
    id: quote.id,
    gateId: quote.gate_id,
    network: quote.network,
    askedMinor: BigInt(quote.amount_due_minor),
    totalMinor: BigInt(quote.total_minor),
    networkFeeMinor: BigInt(quote.network_fee_minor),
    finalityFromMinor: gate(quote.gate_id).finalityFromMinor,
  };
}

function toPaymentRecord(payment: PaymentJson, invoice: InvoiceRow): PaymentRecord {
  return {
    id: payment.id,
    key: payment.key,
    network: payment.network,
    txid: payment.txid,
    output: payment.output,
    assetRef: payment.asset_ref,
    gateId: payment.gate_id,
    quoteId: payment.quote_id,
    amountMinor: BigInt(payment.amount_minor),
    status: payment.status,
    confirmations: payment.confirmations,
    requiredConfirmations: payment.required_confirmations,
    firstSeenAt: new Date(payment.first_seen_at),
    hasLapsed: hasLapsed(toPaymentFact(payment), invoice.expires_at.getTime()),
    blockHeight: payment.block_height === null ? null : Number(payment.block_height),
    updatedAt: new Date(payment.updated_at),
  };
}

function toRefundRecord(refund: RefundJson): RefundRecord {
  return {
    id: refund.id,
    status: refund.status,
    gateId: refund.gate_id,
    amountMinor: BigInt(refund.amount_minor),
    netMinor: BigInt(refund.net_minor),
    address: refund.address,
    destinationTag: refund.destination_tag,
    txid: refund.txid,
    createdAt: new Date(refund.created_at),
  };
}

function toPaymentFact(payment: PaymentJson): PaymentFact {
  return {
    id: payment.id,
    key: payment.key,
    txid: payment.txid,
    network: payment.network,
    assetRef: payment.asset_ref,
    gateId: payment.gate_id,
    quoteId: payment.quote_id,
    amountMinor: BigInt(payment.amount_minor),
    status: payment.status,
    firstSeenAtMs: new Date(payment.first_seen_at).getTime(),
    finalized: payment.finalized,
    confirmedAtMs: momentOf(payment.confirmed_at),
    lookedAtMs: momentOf(payment.looked_at),
    seenValueMinor: minorOf(payment.seen_value_minor),
    confirmedValueMinor: minorOf(payment.confirmed_value_minor),
    credited: payment.credited,
    creditCount: payment.credit_count,
    creditedTo: payment.credited_to,
    creditedMinor: BigInt(payment.credited_minor),
  };
}

function momentOf(iso: string | null): number | null {
  return iso === null ? null : new Date(iso).getTime();
}

function minorOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
