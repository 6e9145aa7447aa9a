import { factsAfter, nextInvoice } from './invoice.ts';
import type { InvoiceEvent } from './invoice-event.ts';
import type { InvoiceFacts, PaymentFact, QuoteFact } from './invoice-facts.ts';

/** The deadline of every invoice in these tests. */
export const DEADLINE_MS = 1_000_000;
export const ON_TIME_MS = DEADLINE_MS - 60_000;
export const LATE_MS = DEADLINE_MS + 60_000;
/** The amount requested in each quote; fiat total 10000. */
export const ASKED = 1_000n;

export const btc = quote('btc', 'BTC');
export const ltc = quote('ltc', 'LTC');

export function quote(id: string, gateId: QuoteFact['gateId'], finalityFromMinor: bigint | null = null): QuoteFact {
  return {
    id,
    gateId,
    network: gateId === 'ETH' || gateId === 'USDT_ERC20' ? 'ETH' : gateId === 'LTC' ? 'LTC' : 'BTC',
    amountDueMinor: ASKED,
    totalMinor: 10_000n,
    networkFeeMinor: 0n,
    finalityFromMinor,
  };
}

/** An invoice with BTC chosen and nothing paid; a fee of 1 %. */
export function facts(changes: Partial<InvoiceFacts> = {}): InvoiceFacts {
  return {
    id: 'invoice',
    version: 1,
    status: 'pending',
    statusReason: null,
    before: null,
    expiresAtMs: DEADLINE_MS,
    expiryDecided: false,
    completedAtMs: null,
    canceledAtMs: null,
    serviceFeeBps: 100,
    serviceFeeMinor: 0n,
    autocomplete: false,
    autoconversion: { type: 'none' },
    underpaidPolicy: 'reject',
    underpaidToleranceBps: 0,
    overpaidToleranceBps: 0,
    lateToleranceBps: 0,
    complianceHold: false,
    needsOperator: false,
    referenceLive: true,
    referenceTaken: false,
    gateLocked: false,
    quoteId: 'btc',
    quotes: [btc, ltc],
    amountPaidMinor: 0n,
    amountConfirmedMinor: 0n,
    amountSettledMinor: 0n,
    convertedMinor: 0n,
    convertingMinor: 0n,
    excessKeptMinor: 0n,
    amountRefundedMinor: 0n,
    refundOpen: false,
    refunds: [],
    covered: {},
    payments: [],
    ...changes,
  };
}

/** A payment of BTC on its quote; `minor` of the 1000 requested. */
export function payment(id: string, minor: bigint, changes: Partial<PaymentFact> = {}): PaymentFact {
  return {
    id,
    key: `BTC:${id}:0`,
    txid: id,
    network: 'BTC',
    assetRef: 'BTC',
    gateId: 'BTC',
    quoteId: 'btc',
    amountMinor: minor,
    status: 'seen',
    firstSeenAtMs: ON_TIME_MS,
    finalized: false,
    confirmedAtMs: null,
    chainReadAtMs: null,
    seenValueMinor: null,
    confirmedValueMinor: null,
    credited: false,
    creditCount: 0,
    creditedTo: null,
    creditedMinor: changes.credited === true ? minor : 0n,
    ...changes,
  };
}

/** Applies an event and gives the facts as the database would hold them afterwards. */
export function step(before: InvoiceFacts, event: InvoiceEvent, nowMs = ON_TIME_MS): InvoiceFacts {
  const outcome = nextInvoice(before, event, nowMs);
  return outcome.changed ? factsAfter(before, outcome.state) : before;
}

/** The payments are as given now, and the follower says so. */
export function pay(before: InvoiceFacts, payments: readonly PaymentFact[], nowMs = ON_TIME_MS): InvoiceFacts {
  return step({ ...before, payments: carried(before, payments) }, { type: 'payments_changed' }, nowMs);
}

/** A payment keeps its bookings in the ledger when the chain changes its mind. */
export function carried(before: InvoiceFacts, payments: readonly PaymentFact[]): PaymentFact[] {
  return payments.map((each) => {
    const known = before.payments.find(({ id }) => id === each.id);
    if (known === undefined) return each;
    const { credited, creditCount, creditedTo, creditedMinor } = known;
    return { ...each, credited, creditCount, creditedTo, creditedMinor };
  });
}

/** An invoice paid in full, confirmed and settled. */
export function done(changes: Partial<InvoiceFacts> = {}, minor = ASKED): InvoiceFacts {
  const confirming = pay(facts(changes), [payment('a', minor, { status: 'confirmed' })]);
  return step(confirming, { type: 'settle' });
}

/** An invoice that expired unpaid. */
export function expired(changes: Partial<InvoiceFacts> = {}): InvoiceFacts {
  return step(facts(changes), { type: 'deadline' }, LATE_MS);
}

/** The code of the refusal, or `taken`. */
export const refused = (before: InvoiceFacts, event: InvoiceEvent, nowMs = ON_TIME_MS) => {
  try {
    nextInvoice(before, event, nowMs);
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'taken';
};
export const effects = (before: InvoiceFacts, event: InvoiceEvent, nowMs = ON_TIME_MS) =>
  nextInvoice(before, event, nowMs).effects;
export const types = (before: InvoiceFacts, event: InvoiceEvent, nowMs = ON_TIME_MS) =>
  effects(before, event, nowMs).map(({ type }) => type);
