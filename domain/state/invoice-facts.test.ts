import { describe, expect, it } from 'vitest';
import { ASKED, DEADLINE_MS, facts, LATE_MS, ON_TIME_MS, payment, quote } from './invoice.fixture.ts';
import { type InvoiceFacts, type PaymentFact, positionOf, type QuoteFact, type RefundFact } from './invoice-facts.ts';
import { firstLapseMs, hasLapsed } from './invoice-locked-rate.ts';
import { INVOICE_STATUSES } from './invoice-status.ts';

const HOUR_MS = 3_600_000;
const confirmed = { status: 'confirmed' } as const;
const onLtc = { quoteId: 'ltc', gateId: 'LTC', network: 'LTC', assetRef: 'LTC' } as const;
const unquoted = { quoteId: null, gateId: null, assetRef: 'ETH:0xabc' } as const;
const at = (changes: Partial<InvoiceFacts>) => positionOf(facts(changes), ON_TIME_MS);
const of = (...payments: PaymentFact[]) => at({ payments });

describe('the quote that counts', () => {
  const chosen = (changes: Partial<InvoiceFacts>) => at(changes).quote?.id;
  const paidElsewhere = [payment('b', 5n, onLtc)];

  it('is the one that was paid first, while the invoice is open, and then the one that was chosen', () => {
    const moved = INVOICE_STATUSES.filter((status) => chosen({ status, payments: paidElsewhere }) === 'ltc');
    expect(moved).toEqual(['pending', 'confirming', 'partially_paid', 'expired', 'canceled']);
    expect(
      chosen({ payments: paidElsewhere, refunds: [{ gateId: 'BTC', amountMinor: 1n, drawnMinor: 1n, open: false }] }),
    ).toBe('btc');
  });

  it('stays with the gate that is locked while money is seen there', () => {
    const both = [payment('a', 5n), payment('b', 5n, { ...onLtc, firstSeenAtMs: ON_TIME_MS - 1 })];
    expect(chosen({ payments: both })).toBe('ltc');
    expect(chosen({ payments: both.toReversed() })).toBe('ltc');
    expect(chosen({ payments: both, gateLocked: true })).toBe('btc');
    expect(chosen({ payments: paidElsewhere, gateLocked: true })).toBe('ltc');
    const later = [payment('a', 5n), payment('b', 5n, { ...onLtc, firstSeenAtMs: ON_TIME_MS + 1 })];
    expect([chosen({ payments: later }), chosen({ payments: later.toReversed() })]).toEqual(['btc', 'btc']);
  });

  it('is the one whose payment has the first key where both were seen at once', () => {
    const [first, last] = [payment('x', 5n, { ...onLtc, key: 'a' }), payment('y', 5n, { key: 'b' })];
    expect([chosen({ payments: [first, last] }), chosen({ payments: [last, first] })]).toEqual(['ltc', 'ltc']);
  });

  it('is none that only lost money or money of another asset was paid to', () => {
    const early = { firstSeenAtMs: ON_TIME_MS - 1 };
    const none = [
      payment('x', 5n, { ...unquoted, ...early }),
      payment('y', 5n, { ...onLtc, ...early, status: 'dropped' }),
      payment('z', 0n, { ...onLtc, ...early }),
      payment('a', 5n),
    ];
    expect(chosen({ payments: none })).toBe('btc');
    const [other, dropped, empty, own] = none as [PaymentFact, PaymentFact, PaymentFact, PaymentFact];
    expect([chosen({ payments: [dropped, own] }), chosen({ payments: [empty, own] })]).toEqual(['btc', 'btc']);
    expect(chosen({ payments: [other, ...paidElsewhere] })).toBe('ltc');
    expect(chosen({ payments: none.slice(0, 3) })).toBe('btc');
  });
});

describe('a payment', () => {
  it('is seen when it has an amount and a quote and may still come', () => {
    expect(of(payment('a', 0n)).anythingSeen).toBe(false);
    expect(of(payment('a', 1n, unquoted)).anythingSeen).toBe(false);
    expect(of(payment('a', 1n, { status: 'failed' })).anythingSeen).toBe(false);
    expect(of(payment('a', 1n, { status: 'mined' })).anythingSeen).toBe(true);
  });

  it('is newly credited once, and only with an amount', () => {
    expect(of(payment('a', 5n, confirmed)).newlyCredited).toBe(true);
    expect(of(payment('a', 5n, { ...confirmed, credited: true })).newlyCredited).toBe(false);
    expect(of(payment('a', 0n, confirmed)).newlyCredited).toBe(false);
  });

  it('is back when all that was credited is confirmed', () => {
    const back = payment('a', 5n, { ...confirmed, creditCount: 2 });
    const away = payment('b', 5n, { creditCount: 1 });
    expect(of(back, payment('c', 5n)).allReturned).toBe(true);
    expect(of(back, away).allReturned).toBe(false);
    expect(of(away).allReturned).toBe(false);
  });

  it('counts with what was credited of it, and what of that is gone', () => {
    const credited = { credited: true, creditedMinor: 500n };
    const { creditedBeforeMinor, reversedMinor } = of(
      payment('a', 700n, { ...confirmed, ...credited }),
      payment('b', 300n, { ...confirmed, ...credited }),
      payment('c', 500n, credited),
      payment('d', 500n, { creditedMinor: 500n }),
    );
    expect([creditedBeforeMinor, reversedMinor]).toEqual([1_500n, 700n]);
  });

  it('loses the locked rate when it was seen in time and confirmed too late; mined again, whenever it was seen', () => {
    const late = { chainReadAtMs: LATE_MS + 3 * HOUR_MS };
    expect(of(payment('a', 5n, { ...late, firstSeenAtMs: DEADLINE_MS })).lapsed).toBe(true);
    const after = payment('a', 5n, { ...late, firstSeenAtMs: DEADLINE_MS + 1 });
    expect(of(after)).toMatchObject({ lapsed: false, lapsedAgain: false });
    expect(of({ ...after, creditCount: 1 }).lapsedAgain).toBe(false);
    expect(of({ ...after, creditCount: 2 }, payment('b', 5n)).lapsedAgain).toBe(true);
  });
});

describe('a sum', () => {
  it('is large, and waits for finality, from the sum of its quote on', () => {
    const quotes: QuoteFact[] = [quote('btc', 'ETH', ASKED)];
    const waits = (minor: bigint, finalized = false) =>
      at({ quotes, payments: [payment('a', minor, { ...confirmed, finalized })] }).awaitsFinality;
    expect([waits(ASKED - 1n), waits(ASKED), waits(ASKED, true)]).toEqual([false, true, false]);
  });

  it('of what has left counts refunds of its gate that are over, or the count of the invoice, whichever is more', () => {
    const refund = (amountMinor: bigint, more: Partial<RefundFact> = {}): RefundFact => ({
      gateId: 'BTC',
      amountMinor,
      drawnMinor: 0n,
      open: false,
      ...more,
    });
    const refunds = [refund(3n), refund(4n), refund(50n, { open: true }), refund(60n, { gateId: 'LTC' })];
    const gone = (refundedMinor: bigint, changes: Partial<InvoiceFacts> = {}) =>
      at({ status: 'done', refunds, amountRefundedMinor: refundedMinor, ...changes }).goneMinor;
    expect([gone(0n), gone(8n), gone(0n, { quoteId: null })]).toEqual([7n, 8n, 0n]);
  });

  it('of late money is worth what it was, beside what came in time at the locked rate alone', () => {
    const worth = (late: bigint) =>
      of(
        payment('a', 400n, { ...confirmed, seenValueMinor: 9_000n }),
        payment('b', 600n, { ...confirmed, firstSeenAtMs: LATE_MS, seenValueMinor: late }),
      ).lateValueCovers;
    expect([worth(5_999n), worth(6_000n)]).toEqual([false, true]);
    expect(at({ quoteId: null, quotes: [] }).lateValueCovers).toBe(false);
  });
});

describe('the limit for a payment', () => {
  const limited = (changes: Partial<PaymentFact>) => payment('a', 5n, changes);
  const endMs = ON_TIME_MS + 2 * HOUR_MS;

  it('ends with its confirmation, whenever its chain was read', () => {
    const late = { chainReadAtMs: endMs + 1 };
    expect(hasLapsed(limited(late), DEADLINE_MS)).toBe(true);
    expect(hasLapsed(limited({ ...late, ...confirmed, confirmedAtMs: endMs }), DEADLINE_MS)).toBe(false);
    expect(hasLapsed(limited({ ...confirmed, confirmedAtMs: endMs + 1 }), DEADLINE_MS)).toBe(true);
    // Before such moments were recorded.
    expect(hasLapsed(limited({ ...late, ...confirmed }), DEADLINE_MS)).toBe(false);
  });

  it('has no end for an asset that is no gate', () => {
    expect(hasLapsed(limited({ gateId: null, chainReadAtMs: 1e15 }), DEADLINE_MS)).toBe(false);
  });

  it('ends first for the first that still waits, seen or mined', () => {
    const first = limited({ firstSeenAtMs: ON_TIME_MS - HOUR_MS, chainReadAtMs: endMs });
    const mined = limited({ status: 'mined', firstSeenAtMs: ON_TIME_MS - 5 });
    expect(firstLapseMs([first, mined, limited({})], DEADLINE_MS)).toBe(endMs - 5);
    expect(firstLapseMs([first], DEADLINE_MS)).toBeNull();
  });
});
