import type { CryptoGateId, Network } from '../assets.ts';
import { bpsFloor, mulDivFloor } from '../money.ts';
import type { PaymentStatus } from '../view/invoice-record.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** One payment row as the rules need it. */
export interface PaymentFact {
  readonly id: string;
  readonly key: string;
  readonly txid: string;
  readonly network: Network;
  /** A gate id, or network:contract for what is no gate. */
  readonly assetRef: string;
  readonly gateId: CryptoGateId | null;
  /** The quote it pays; null for an asset without a quote. */
  readonly quoteId: string | null;
  readonly amountMinor: bigint;
  readonly status: PaymentStatus;
  readonly firstSeenAtMs: number;
  readonly finalized: boolean;
  /** Fiat at the rate when first seen; null when there was none. */
  readonly seenValueMinor: bigint | null;
  /** What the ledger did so far: whether the money is credited now, and how often it ever was. */
  readonly credited: boolean;
  readonly creditCount: number;
  readonly creditedTo: 'unsettled' | 'suspense' | null;
}

export interface QuoteFact {
  readonly id: string;
  readonly gateId: CryptoGateId;
  readonly network: Network;
  readonly askedMinor: bigint;
  /** Fiat: what the payer owes with this gate, and the part of it that is the network's fee. */
  readonly totalMinor: bigint;
  readonly networkFeeMinor: bigint;
  /** From this sum on, settlement also waits until the chain calls the blocks final; null where it knows no finality. */
  readonly finalityFromMinor: bigint | null;
}

/** What an invoice was when it went into an error or asked for a refund: what it may return to (invoice-states G, J, L). */
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
}

/** Sums the facts up at one moment. Recomputed for each decision, never carried from one to the next. */
export function positionOf(facts: InvoiceFacts, nowMs: number, refundMinor = 0n): InvoicePosition {
  const quote = effectiveQuote(facts);
  const onQuote = facts.payments.filter((payment) => quote !== null && payment.quoteId === quote.id);
  const live = onQuote.filter(isLive);
  const confirmed = live.filter((payment) => payment.status === 'confirmed');
  const onTime = (payment: PaymentFact) => payment.firstSeenAtMs <= facts.expiresAtMs;
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
    excessMinor,
    over: excessMinor > bpsFloor(askedMinor, facts.overpaidToleranceBps),
    awaitsFinality:
      quote !== null &&
      quote.finalityFromMinor !== null &&
      confirmedMinor >= quote.finalityFromMinor &&
      confirmed.some((payment) => !payment.finalized),
    creditedBeforeMinor: sum(onQuote.filter((payment) => payment.credited)),
    reversedMinor: sum(onQuote.filter((payment) => payment.credited && payment.status !== 'confirmed')),
    newlyCredited: confirmed.some((payment) => !payment.credited && payment.amountMinor > 0n),
    allReturned: onQuote.every((payment) => payment.creditCount === 0 || payment.status === 'confirmed'),
    lateValueCovers: lateValueCovers(facts, { quote, confirmed, onTime }),
    refundMinor,
  };
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

/** The quote that counts: of those still open the one paid first fixes the gate (invoice-states B). */
function effectiveQuote(facts: InvoiceFacts): QuoteFact | null {
  const current = facts.quotes.find((quote) => quote.id === facts.quoteId) ?? null;
  if (!QUOTE_STILL_OPEN.has(facts.status)) return current;
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
 * Late money completes an invoice by itself only when its value at the rate when it was first seen covers what was
 * missing at the deadline: the locked rate is not a free option. Rounded against the payer at both ends.
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
  const neededMinor = totalMinor - bpsFloor(totalMinor, facts.underpaidToleranceBps);
  let coveredMinor = mulDivFloor(totalMinor, onTimeMinor, askedMinor);
  for (const payment of paid.confirmed) {
    if (paid.onTime(payment)) continue;
    coveredMinor += payment.seenValueMinor ?? 0n;
  }
  return coveredMinor >= neededMinor;
}

function sum(payments: readonly PaymentFact[]): bigint {
  return payments.reduce((total, payment) => total + payment.amountMinor, 0n);
}
