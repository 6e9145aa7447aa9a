import type { CryptoGateId, Network } from '../assets.ts';
import { bpsFloor, maxOf, minOf, mulDivFloor } from '../money.ts';
import { hasLapsed, isOnTime, type TimedPayment } from './invoice-locked-rate.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** One payment row as the rules need it. */
export interface PaymentFact extends TimedPayment {
  readonly id: string;
  readonly key: string;
  readonly txid: string;
  readonly network: Network;
  /** A gate id, or network:contract for what is no gate. */
  readonly assetRef: string;
  /** The quote it pays; null for an asset without a quote. */
  readonly quoteId: string | null;
  readonly amountMinor: bigint;
  readonly finalized: boolean;
  /** Fiat at the rate when first seen, and at the rate when confirmed; null when there was none. */
  readonly seenValueMinor: bigint | null;
  readonly confirmedValueMinor: bigint | null;
  /** What the ledger did so far: whether the money is credited now, and how often it ever was. */
  readonly credited: boolean;
  readonly creditCount: number;
  readonly creditedTo: 'unsettled' | 'suspense' | null;
  /** What the credit was that is not reversed: mined again, a transaction may bring another amount. 0 without one. */
  readonly creditedMinor: bigint;
}

/** A refund that holds money or has left; one that was canceled, or whose money came back, is none. */
export interface RefundFact {
  readonly gateId: CryptoGateId;
  readonly amountMinor: bigint;
  /** What of it was taken from the invoice's own account; the rest was `available`. */
  readonly drawnMinor: bigint;
  readonly open: boolean;
}

export interface QuoteFact {
  readonly id: string;
  readonly gateId: CryptoGateId;
  readonly network: Network;
  readonly askedMinor: bigint;
  /** Fiat: what the payer owes with this gate, and the part of it that is the network's fee. */
  readonly totalMinor: bigint;
  readonly networkFeeMinor: bigint;
  /**
   * From this sum on, settlement also waits until the chain calls the blocks final; null where it knows no finality.
   */
  readonly finalityFromMinor: bigint | null;
}

/**
 * What an invoice was when it went into an error or asked for a refund: what it may return to (invoice-states G, J, L).
 */
export interface InvoiceBefore {
  readonly status: InvoiceStatus;
  readonly reason: string | null;
  /** How much of its money stood in `available`, before the fee. */
  readonly settledMinor: bigint;
}

/** Everything a decision may depend on: the row, its quotes, its payments. Amounts in minor units. */
export interface InvoiceFacts {
  readonly id: string;
  readonly version: number;
  readonly status: InvoiceStatus;
  readonly reason: string | null;
  readonly before: InvoiceBefore | null;
  readonly expiresAtMs: number;
  readonly expiryDecided: boolean;
  readonly completedAtMs: number | null;
  readonly canceledAtMs: number | null;
  readonly feeBps: number;
  /** Fiat: what the customer pays for the service; 0 when the merchant does. */
  readonly serviceFeeMinor: bigint;
  readonly autocomplete: boolean;
  readonly underpaidPolicy: 'reject' | 'accept';
  readonly underpaidToleranceBps: number;
  readonly overpaidToleranceBps: number;
  /** What the value of late money may lack for auto-complete, of the total. */
  readonly lateToleranceBps: number;
  readonly complianceHold: boolean;
  readonly needsOperator: boolean;
  readonly referenceLive: boolean;
  readonly gateLocked: boolean;
  readonly quoteId: string | null;
  readonly quotes: readonly QuoteFact[];
  readonly paidMinor: bigint;
  readonly confirmedMinor: bigint;
  readonly settledMinor: bigint;
  readonly excessKeptMinor: bigint;
  readonly refundedMinor: bigint;
  /** A refund holds money: one that a reorganisation found signed goes on while the invoice is in error. */
  readonly refundOpen: boolean;
  /** Of every gate, the invoice's own and others. */
  readonly refunds: readonly RefundFact[];
  /**
   * By gate, what the merchant put into the invoice's account for refunded money that a reorganisation took; nothing
   * where there is none.
   */
  readonly covered: Readonly<Partial<Record<CryptoGateId, bigint>>>;
  readonly payments: readonly PaymentFact[];
}

/** The facts summed up for one decision. `due` is the amount asked less the underpaid tolerance. */
export interface InvoicePosition {
  readonly facts: InvoiceFacts;
  readonly nowMs: number;
  readonly pastDeadline: boolean;
  readonly quote: QuoteFact | null;
  /** Some payment on any quote is seen and neither dropped nor replaced. */
  readonly anythingSeen: boolean;
  readonly askedMinor: bigint;
  readonly dueMinor: bigint;
  readonly seenMinor: bigint;
  readonly seenOnTimeMinor: bigint;
  readonly confirmedMinor: bigint;
  readonly confirmedOnTimeMinor: bigint;
  /** Something unconfirmed may still be confirmed within its network's patience. */
  readonly waitsForNetwork: boolean;
  /** Money that was first seen before the deadline is no longer at the locked rate (invoice-states M). */
  readonly lapsed: boolean;
  /** It was at the locked rate before a reorganisation took it. */
  readonly lapsedAgain: boolean;
  readonly excessMinor: bigint;
  /** The excess is more than the overpaid tolerance. */
  readonly over: boolean;
  readonly awaitsFinality: boolean;
  /** Credited on the quote before this step, and what of it must be taken back now. */
  readonly creditedBeforeMinor: bigint;
  readonly reversedMinor: bigint;
  /** Something is newly credited on the quote in this step. */
  readonly newlyCredited: boolean;
  /** All that ever was credited on the quote is confirmed. */
  readonly allReturned: boolean;
  readonly lateValueCovers: boolean;
  /** Minor units of the refund that is asked for or came out; 0 for other events. */
  readonly refundMinor: bigint;
  /**
   * What left or is counted as refunded of the quote's money: by the invoice's count or by its refunds, whichever is
   * more.
   */
  readonly goneMinor: bigint;
}

/** Sums the facts up at one moment. Recomputed for each decision, never carried from one to the next. */
export function positionOf(facts: InvoiceFacts, nowMs: number, refundMinor = 0n): InvoicePosition {
  const quote = effectiveQuote(facts);
  const onQuote = facts.payments.filter((payment) => quote !== null && payment.quoteId === quote.id);
  const live = onQuote.filter(isLive);
  const confirmed = live.filter((payment) => payment.status === 'confirmed');
  const lapsed = (payment: PaymentFact) => hasLapsed(payment, facts.expiresAtMs);
  const onTime = (payment: PaymentFact) => isOnTime(payment, facts.expiresAtMs);
  const askedMinor = quote?.askedMinor ?? 0n;
  const confirmedMinor = sum(confirmed);
  const excessMinor = confirmedMinor > askedMinor ? confirmedMinor - askedMinor : 0n;
  return {
    facts,
    nowMs,
    pastDeadline: nowMs > facts.expiresAtMs,
    quote,
    anythingSeen: facts.payments.some((payment) => payment.quoteId !== null && isLive(payment)),
    askedMinor,
    dueMinor: askedMinor - bpsFloor(askedMinor, facts.underpaidToleranceBps),
    seenMinor: sum(live),
    seenOnTimeMinor: sum(live.filter(onTime)),
    confirmedMinor,
    confirmedOnTimeMinor: sum(confirmed.filter(onTime)),
    waitsForNetwork: live.some((payment) => payment.status !== 'confirmed' && !lapsed(payment)),
    lapsed: live.some((payment) => payment.firstSeenAtMs <= facts.expiresAtMs && lapsed(payment)),
    lapsedAgain: live.some((payment) => payment.creditCount > 1 && lapsed(payment)),
    excessMinor,
    over: excessMinor > bpsFloor(askedMinor, facts.overpaidToleranceBps),
    awaitsFinality:
      quote !== null &&
      quote.finalityFromMinor !== null &&
      confirmedMinor >= quote.finalityFromMinor &&
      confirmed.some((payment) => !payment.finalized),
    creditedBeforeMinor: creditedOf(onQuote),
    reversedMinor: reversedOf(onQuote),
    newlyCredited: confirmed.some((payment) => !payment.credited && payment.amountMinor > 0n),
    allReturned: onQuote.every((payment) => payment.creditCount === 0 || payment.status === 'confirmed'),
    lateValueCovers: lateValueCovers(facts, { quote, confirmed, onTime }),
    refundMinor,
    goneMinor: maxOf(facts.refundedMinor, sentOf(facts, quote)),
  };
}

function creditedOf(payments: readonly PaymentFact[]): bigint {
  return payments.reduce((total, payment) => total + (payment.credited ? payment.creditedMinor : 0n), 0n);
}

/**
 * What of credited money is no longer there: all of a payment that is not confirmed, and what a payment lost when it
 * was mined again with less.
 */
function reversedOf(payments: readonly PaymentFact[]): bigint {
  return payments.reduce((total, { credited, creditedMinor, status, amountMinor }) => {
    if (!credited) return total;
    const left = status === 'confirmed' ? minOf(amountMinor, creditedMinor) : 0n;
    return total + creditedMinor - left;
  }, 0n);
}

/** Refunds of the quote's gate whose money has left. */
function sentOf(facts: InvoiceFacts, quote: QuoteFact | null): bigint {
  const sent = facts.refunds.filter(({ open, gateId }) => !open && gateId === quote?.gateId);
  return sent.reduce((total, { amountMinor }) => total + amountMinor, 0n);
}

/** True for money that counts: neither dropped, replaced nor failed, and more than nothing. */
export function isLive(payment: PaymentFact): boolean {
  return (
    payment.amountMinor > 0n &&
    (payment.status === 'seen' || payment.status === 'mined' || payment.status === 'confirmed')
  );
}

const QUOTE_STILL_OPEN: ReadonlySet<InvoiceStatus> = new Set([
  'pending',
  'partially_paid',
  'confirming',
  'expired',
  'canceled',
]);

/**
 * The quote that counts: of those still open the one paid first fixes the gate. Once money has had a refund the gate is
 * fixed for good, or what went back would pay the invoice (invoice-states B).
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
 * Late money completes an invoice by itself only when its value covers what was missing at the deadline, less what the
 * profile lets it lack: the locked rate is not a free option. Rounded against the payer at both ends.
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
  const { askedMinor, totalMinor } = paid.quote;
  const onTimeMinor = sum(paid.confirmed.filter(paid.onTime));
  const neededMinor = totalMinor - bpsFloor(totalMinor, facts.lateToleranceBps);
  let coveredMinor = mulDivFloor(totalMinor, onTimeMinor, askedMinor);
  for (const payment of paid.confirmed) {
    if (paid.onTime(payment)) continue;
    // The rate of the first sight is no option either: who lets the network wait is valued when it confirms.
    const isHeldBack = hasLapsed(payment, facts.expiresAtMs);
    coveredMinor += (isHeldBack ? payment.confirmedValueMinor : payment.seenValueMinor) ?? 0n;
  }
  return coveredMinor >= neededMinor;
}

function sum(payments: readonly PaymentFact[]): bigint {
  return payments.reduce((total, payment) => total + payment.amountMinor, 0n);
}
