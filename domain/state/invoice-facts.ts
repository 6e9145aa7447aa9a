import type { CryptoGateId } from '../assets/assets.ts';
import type { InvoiceRow, PaymentRow, QuoteRow } from '../invoices/record.ts';
import { bpsFloor, maxOf, minOf, mulDivFloor } from '../money/money.ts';
import { hasLapsed, isOnTime, type TimedPayment } from './invoice-locked-rate.ts';
import type { InvoiceStatus } from './invoice-status.ts';
import { isLiveStatus } from './payment-status.ts';

/** One payment row as the rules need it. */
export interface PaymentFact
  extends TimedPayment,
    Pick<
      PaymentRow,
      | 'id'
      | 'key'
      | 'txid'
      | 'network'
      | 'assetRef'
      | 'quoteId'
      | 'amountMinor'
      | 'finalized'
      | 'seenValueMinor'
      | 'confirmedValueMinor'
      | 'credited'
      | 'creditCount'
      | 'creditedTo'
      | 'creditedMinor'
    > {}

/** A refund that holds money or was sent. Canceled refunds, and refunds whose money came back, are left out. */
export interface RefundFact {
  readonly gateId: CryptoGateId;
  readonly amountMinor: bigint;
  /** How much was taken from the invoice's own account; the rest came from `available`. */
  readonly drawnMinor: bigint;
  readonly open: boolean;
}

export interface QuoteFact
  extends Pick<QuoteRow, 'id' | 'gateId' | 'network' | 'amountDueMinor' | 'totalMinor' | 'networkFeeMinor'> {
  /** From this sum on, settlement also waits until the blocks are final; null for chains without finality. */
  readonly finalityFromMinor: bigint | null;
  /** When its rate ends; missing: with the invoice. */
  readonly lockedUntilMs?: number;
}

/**
 * The state before an error or a refund request, to which the invoice may return (invoice-states G, J, L). After a
 * refund it is kept as long as what the error took back is withheld.
 */
export interface InvoiceBefore {
  readonly status: InvoiceStatus;
  readonly reason: string | null;
  /** How much of the invoice's money was in `available`, before the fee. */
  readonly settledMinor: bigint;
}

/** Everything that a decision may depend on: the row, its quotes, its payments. Amounts in minor units. */
export interface InvoiceFacts
  extends Pick<
    InvoiceRow,
    | 'id'
    | 'version'
    | 'status'
    | 'statusReason'
    | 'serviceFeeBps'
    | 'serviceFeeMinor'
    | 'autocomplete'
    | 'autoconversion'
    | 'underpaidPolicy'
    | 'underpaidToleranceBps'
    | 'overpaidToleranceBps'
    | 'lateToleranceBps'
    | 'complianceHold'
    | 'needsOperator'
    | 'referenceLive'
    | 'gateLocked'
    | 'amountPaidMinor'
    | 'amountConfirmedMinor'
    | 'amountSettledMinor'
    | 'amountRefundedMinor'
    | 'excessKeptMinor'
    | 'convertingMinor'
  > {
  readonly before: InvoiceBefore | null;
  readonly expiresAtMs: number;
  readonly expiryDecided: boolean;
  readonly completedAtMs: number | null;
  readonly canceledAtMs: number | null;
  /** Another invoice has the order's reference, or takes it in the same transaction. */
  readonly referenceTaken: boolean;
  readonly quoteId: string | null;
  readonly quotes: readonly QuoteFact[];
  /** The amounts that settlements have converted, or will, and that no reorganization has taken back. */
  readonly convertedMinor: bigint;
  /** A refund holds money. One that was already signed continues while a reorganization has the invoice in error. */
  readonly refundOpen: boolean;
  /** Refunds in every gate, the invoice's own and others. */
  readonly refunds: readonly RefundFact[];
  /** By gate: what the merchant paid into the invoice's account for refunded money that a reorganization removed. */
  readonly covered: Readonly<Partial<Record<CryptoGateId, bigint>>>;
  readonly payments: readonly PaymentFact[];
}

/** The facts summed up for one decision. `due` is the requested amount less the underpayment tolerance. */
export interface InvoicePosition {
  readonly facts: InvoiceFacts;
  readonly nowMs: number;
  readonly pastDeadline: boolean;
  readonly quote: QuoteFact | null;
  /** A payment to any quote was detected and neither dropped nor replaced. */
  readonly anythingSeen: boolean;
  readonly amountDueMinor: bigint;
  readonly dueMinor: bigint;
  readonly seenMinor: bigint;
  readonly seenOnTimeMinor: bigint;
  readonly confirmedMinor: bigint;
  readonly confirmedOnTimeMinor: bigint;
  /** A payment may still be confirmed within its network's confirmation limit. */
  readonly waitsForNetwork: boolean;
  /** A payment that was detected before the deadline has lost the locked rate (invoice-states M). */
  readonly lapsed: boolean;
  /** The payment had the locked rate before a reorganization removed it. */
  readonly lapsedAgain: boolean;
  readonly excessMinor: bigint;
  /** The excess is more than the overpayment tolerance. */
  readonly over: boolean;
  readonly awaitsFinality: boolean;
  /** Credited to the quote before this step, and how much of that this step must reverse. */
  readonly creditedBeforeMinor: bigint;
  /** The part of it that was paid in time and is still confirmed. */
  readonly creditedOnTimeMinor: bigint;
  readonly reversedMinor: bigint;
  /** This step credits a payment to the quote. */
  readonly newlyCredited: boolean;
  /** Every payment that was ever credited to the quote is confirmed. */
  readonly allReturned: boolean;
  readonly lateValueCovers: boolean;
  /** The amount of the refund that is requested or has ended; 0 for other events. */
  readonly refundMinor: bigint;
  /** The refunded part of the quote's money: by the invoice's count or by its refunds, whichever is more. */
  readonly goneMinor: bigint;
}

/** Sums up the facts at one moment. Recomputed for each decision, never carried over to the next. */
export function positionOf(facts: InvoiceFacts, nowMs: number, refundMinor = 0n): InvoicePosition {
  const quote = effectiveQuote(facts);
  const onQuote = facts.payments.filter((payment) => quote !== null && payment.quoteId === quote.id);
  const live = onQuote.filter(isLive);
  const confirmed = live.filter((payment) => payment.status === 'confirmed');
  const lapsed = (payment: PaymentFact) => hasLapsed(payment, facts.expiresAtMs);
  const onTime = (payment: PaymentFact) => isOnTime(payment, facts.expiresAtMs);
  const amountDueMinor = quote?.amountDueMinor ?? 0n;
  const confirmedMinor = sum(confirmed);
  const excessMinor = confirmedMinor > amountDueMinor ? confirmedMinor - amountDueMinor : 0n;
  return {
    facts,
    nowMs,
    pastDeadline: nowMs > facts.expiresAtMs,
    quote,
    anythingSeen: facts.payments.some((payment) => payment.quoteId !== null && isLive(payment)),
    amountDueMinor,
    dueMinor: amountDueMinor - bpsFloor(amountDueMinor, facts.underpaidToleranceBps),
    seenMinor: sum(live),
    seenOnTimeMinor: sum(live.filter(onTime)),
    confirmedMinor,
    confirmedOnTimeMinor: sum(confirmed.filter(onTime)),
    waitsForNetwork: live.some((payment) => payment.status !== 'confirmed' && !lapsed(payment)),
    lapsed: live.some((payment) => payment.firstSeenAtMs <= facts.expiresAtMs && lapsed(payment)),
    lapsedAgain: live.some((payment) => payment.creditCount > 1 && lapsed(payment)),
    excessMinor,
    over: excessMinor > bpsFloor(amountDueMinor, facts.overpaidToleranceBps),
    awaitsFinality:
      quote !== null &&
      quote.finalityFromMinor !== null &&
      confirmedMinor >= quote.finalityFromMinor &&
      confirmed.some((payment) => !payment.finalized),
    creditedBeforeMinor: creditedOf(onQuote),
    creditedOnTimeMinor: creditedOf(confirmed.filter(onTime)),
    reversedMinor: reversedOf(onQuote),
    newlyCredited: confirmed.some((payment) => !payment.credited && payment.amountMinor > 0n),
    allReturned: onQuote.every((payment) => payment.creditCount === 0 || payment.status === 'confirmed'),
    lateValueCovers: lateValueCovers(facts, { quote, confirmed, onTime }),
    refundMinor,
    goneMinor: maxOf(facts.amountRefundedMinor, sentOf(facts, quote)),
  };
}

function creditedOf(payments: readonly PaymentFact[]): bigint {
  return payments.reduce((total, payment) => total + (payment.credited ? payment.creditedMinor : 0n), 0n);
}

/** Credited money that is gone: payments that lost their confirmation, and what was lost by being mined with less. */
function reversedOf(payments: readonly PaymentFact[]): bigint {
  return payments.reduce((total, { credited, creditedMinor, status, amountMinor }) => {
    if (!credited) return total;
    const left = status === 'confirmed' ? minOf(amountMinor, creditedMinor) : 0n;
    return total + creditedMinor - left;
  }, 0n);
}

/** The sum of the refunds in the quote's gate that were sent. */
function sentOf(facts: InvoiceFacts, quote: QuoteFact | null): bigint {
  const sent = facts.refunds.filter(({ open, gateId }) => !open && gateId === quote?.gateId);
  return sent.reduce((total, { amountMinor }) => total + amountMinor, 0n);
}

/** True for a payment that counts: not dropped, replaced or failed, and more than zero. */
export function isLive(payment: PaymentFact): boolean {
  return payment.amountMinor > 0n && isLiveStatus(payment.status);
}

const QUOTE_STILL_OPEN: ReadonlySet<InvoiceStatus> = new Set([
  'pending',
  'partially_paid',
  'confirming',
  'expired',
  'canceled',
]);

/**
 * The quote that counts. While several are open, the one that is paid first decides the gate. After a refund the gate
 * never changes, or refunded money would pay the invoice (invoice-states B).
 */
function effectiveQuote(facts: InvoiceFacts): QuoteFact | null {
  const current = facts.quotes.find((quote) => quote.id === facts.quoteId) ?? null;
  if (!QUOTE_STILL_OPEN.has(facts.status) || facts.refunds.length > 0) return current;
  const live = facts.payments.filter((payment) => payment.quoteId !== null && isLive(payment));
  if (live.length === 0 || (facts.gateLocked && live.some((payment) => payment.quoteId === facts.quoteId)))
    return current;
  const first = live.reduce((one, other) => (comesBefore(other, one) ? other : one));
  return facts.quotes.find((quote) => quote.id === first.quoteId) ?? current;
}

function comesBefore(one: PaymentFact, other: PaymentFact): boolean {
  if (one.firstSeenAtMs !== other.firstSeenAtMs) return one.firstSeenAtMs < other.firstSeenAtMs;
  return one.key < other.key;
}

/**
 * Late payments complete an invoice only when their value covers what was missing at the deadline, within the profile's
 * tolerance: the locked rate must not be a free option. Rounded down on both sides, against the payer.
 */
function lateValueCovers(
  facts: InvoiceFacts,
  paid: {
    quote: QuoteFact | null;
    confirmed: readonly PaymentFact[];
    onTime: (payment: PaymentFact) => boolean;
  },
): boolean {
  if (paid.quote === null) return false;
  const { amountDueMinor, totalMinor } = paid.quote;
  const onTimeMinor = sum(paid.confirmed.filter(paid.onTime));
  const neededMinor = totalMinor - bpsFloor(totalMinor, facts.lateToleranceBps);
  let coveredMinor = mulDivFloor(totalMinor, onTimeMinor, amountDueMinor);
  for (const payment of paid.confirmed) {
    if (paid.onTime(payment)) continue;
    // The rate at detection must not be a free option either: a payment that took too long is valued when it confirms.
    const isHeldBack = hasLapsed(payment, facts.expiresAtMs);
    coveredMinor += (isHeldBack ? payment.confirmedValueMinor : payment.seenValueMinor) ?? 0n;
  }
  return coveredMinor >= neededMinor;
}

function sum(payments: readonly PaymentFact[]): bigint {
  return payments.reduce((total, payment) => total + payment.amountMinor, 0n);
}
