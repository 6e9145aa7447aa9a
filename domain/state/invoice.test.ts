import { describe, expect, it } from 'vitest';
import {
  ASKED,
  btc,
  DEADLINE_MS,
  done,
  effects,
  expired,
  facts,
  LATE_MS,
  ON_TIME_MS,
  pay,
  payment,
  quote,
  refused,
  step,
} from './invoice.fixture.ts';
import { nextInvoice } from './invoice.ts';
import type { InvoiceEvent } from './invoice-event.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice-status.ts';

const settle = { type: 'settle' } as const;
const deadline = { type: 'deadline' } as const;
const late = { firstSeenAtMs: LATE_MS } as const;
const changed = { type: 'payments_changed' } as const;
const confirmed = { status: 'confirmed' } as const;

describe('new', () => {
  const fresh = facts({ status: 'new', quoteId: null, quotes: [] });
  it('becomes pending by a choice', () => {
    expect(step(facts({ status: 'new', quoteId: null }), { type: 'choose', quoteId: 'btc' })).toMatchObject({
      status: 'pending',
      quoteId: 'btc',
    });
  });
  it('expires at the deadline and frees its reference', () => {
    expect(step(fresh, deadline, LATE_MS)).toMatchObject({
      status: 'expired',
      statusReason: 'not_paid',
      referenceLive: false,
    });
  });
  it('can be canceled, which frees its reference', () => {
    expect(step(fresh, { type: 'cancel' })).toMatchObject({ status: 'canceled', referenceLive: false });
  });
  it('is not judged before the deadline', () => {
    expect(refused(fresh, deadline, DEADLINE_MS)).toBe('invoice_not_expired');
  });
});

describe('pending', () => {
  it('is partially paid by less than due', () => {
    expect(pay(facts(), [payment('a', 999n)])).toMatchObject({
      status: 'partially_paid',
      gateLocked: true,
      amountPaidMinor: 999n,
    });
  });
  it('confirms by at least due', () => {
    expect(pay(facts(), [payment('a', ASKED)])).toMatchObject({ status: 'confirming', gateLocked: true });
  });
  it('confirms by less within the tolerance', () => {
    expect(pay(facts({ underpaidToleranceBps: 100 }), [payment('a', 990n)])).toMatchObject({ status: 'confirming' });
    expect(pay(facts({ underpaidToleranceBps: 100 }), [payment('a', 989n)])).toMatchObject({
      status: 'partially_paid',
    });
  });
  it('expires at the deadline', () => {
    expect(expired()).toMatchObject({ status: 'expired', expiryDecided: true });
  });
  it('can be canceled while nothing was seen', () => {
    expect(step(facts(), { type: 'cancel' })).toMatchObject({
      status: 'canceled',
      statusReason: 'canceled_by_merchant',
    });
  });
  it('hazard 4: sums several payments', () => {
    expect(pay(facts(), [payment('a', 400n), payment('b', 600n)])).toMatchObject({
      status: 'confirming',
      amountPaidMinor: ASKED,
    });
  });
  it('hazard 5: dust is never a full payment', () => {
    expect(pay(facts(), [payment('a', 1n)])).toMatchObject({ status: 'partially_paid', amountPaidMinor: 1n });
    expect(pay(facts(), [payment('a', 0n)])).toMatchObject({ status: 'pending' });
  });
});

describe('partially_paid', () => {
  const partly = pay(facts(), [payment('a', 400n)]);
  it('confirms when the rest is seen', () => {
    expect(pay(partly, [payment('a', 400n), payment('b', 600n)])).toMatchObject({ status: 'confirming' });
  });
  it('cannot be canceled', () => {
    expect(refused(partly, { type: 'cancel' })).toBe('payment_seen');
  });
});

describe('confirming', () => {
  const confirming = pay(facts(), [payment('a', ASKED)]);
  it('credits at the threshold and says that it can be settled', () => {
    const outcome = nextInvoice({ ...confirming, payments: [payment('a', ASKED, confirmed)] }, changed, ON_TIME_MS);
    expect(outcome.effects).toContainEqual(
      expect.objectContaining({ type: 'credit', account: 'unsettled', minor: ASKED, n: 1 }),
    );
    expect(outcome.snapshot).toMatchObject({ status: 'confirming', ready: true });
    expect(outcome.effects.map(({ type }) => type)).toContain('signal');
  });
  it('is done by the settlement, with the fee on the settled amount', () => {
    const ready = pay(confirming, [payment('a', ASKED, confirmed)]);
    expect(effects(ready, settle)).toContainEqual({
      type: 'settle',
      gateId: 'BTC',
      serviceFeeMinor: 10n,
      networkFeeMinor: 0n,
      netMinor: 990n,
    });
    expect(step(ready, settle)).toMatchObject({ status: 'done', amountSettledMinor: ASKED, completedAtMs: ON_TIME_MS });
  });
  it('hazard 8: is overpaid by more, and the excess is not settled', () => {
    const ready = pay(confirming, [payment('a', 1_500n, confirmed)]);
    expect(step(ready, settle)).toMatchObject({ status: 'overpaid', amountSettledMinor: ASKED });
  });
  it('is done by a little more within the tolerance, which the merchant keeps without a fee', () => {
    const ready = pay(facts({ overpaidToleranceBps: 100 }), [payment('a', 1_010n, confirmed)]);
    expect(step(ready, settle)).toMatchObject({ status: 'done', amountSettledMinor: 1_010n, excessKeptMinor: 10n });
    expect(effects(ready, settle)).toContainEqual(expect.objectContaining({ serviceFeeMinor: 10n, netMinor: 1_000n }));
  });
  it('an underpayment within the tolerance is done, never overpaid', () => {
    const ready = pay(facts({ underpaidToleranceBps: 100 }), [payment('a', 995n, confirmed)]);
    expect(step(ready, settle)).toMatchObject({ status: 'done', amountSettledMinor: 995n });
  });
  it('cannot be settled before its money is confirmed', () => {
    expect(refused(confirming, settle)).toBe('illegal_transition');
  });
  it('ignores the deadline', () => {
    expect(step(confirming, deadline, LATE_MS)).toBe(confirming);
  });
  it('books more money', () => {
    const more = pay(confirming, [payment('a', ASKED), payment('b', 500n, confirmed)]);
    expect(more).toMatchObject({ status: 'confirming', amountPaidMinor: 1_500n, version: confirming.version + 1 });
  });
  it('is partially paid again when a payment is dropped, also if the rest is confirmed', () => {
    const both = pay(confirming, [payment('a', 400n, confirmed), payment('b', 600n)]);
    const rest = [payment('a', 400n, confirmed), payment('b', 600n, { status: 'dropped' })];
    expect(pay(both, rest)).toMatchObject({ status: 'partially_paid', statusReason: 'payment_dropped' });
  });
  it('asks an operator when confirmations take too long, and goes on waiting', () => {
    expect(step(confirming, { type: 'overdue' })).toMatchObject({ status: 'confirming', needsOperator: true });
  });
});

describe('processing', () => {
  const big = { quotes: [quote('btc', 'ETH', ASKED)] };
  const waiting = step(pay(facts(big), [payment('a', ASKED, confirmed)]), settle);
  it('hazard 30: a large amount waits until it is final', () => {
    expect(waiting).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality', amountSettledMinor: 0n });
    expect(refused(waiting, settle)).toBe('illegal_transition');
    const final = { ...waiting, payments: waiting.payments.map((each) => ({ ...each, finalized: true })) };
    expect(step(final, settle)).toMatchObject({ status: 'done' });
  });
  it('hazard 30: waits until every payment is final, not only one of them', () => {
    const two = [payment('a', 600n, confirmed), payment('b', 400n, confirmed)];
    const open = step(pay(facts(big), two), settle);
    expect(open).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality', amountSettledMinor: 0n });
    for (const finalId of ['a', 'b']) {
      const one = pay(
        open,
        two.map((each) => ({ ...each, finalized: each.id === finalId })),
      );
      expect(one).toMatchObject({ status: 'processing', amountSettledMinor: 0n });
      expect(refused(one, settle)).toBe('illegal_transition');
    }
    const all = pay(
      open,
      two.map((each) => ({ ...each, finalized: true })),
    );
    expect(all).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
  });
  it('hazard 30: is settled by the news that it is final', () => {
    const final = waiting.payments.map((each) => ({ ...each, finalized: true }));
    expect(pay(waiting, final)).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
    expect(pay(step(waiting, { type: 'hold' }), final)).toMatchObject({ status: 'processing', amountSettledMinor: 0n });
  });
  describe('hazard 30: a large amount that is not final is not settled', () => {
    const auto = { ...big, autocomplete: true };
    const accept = { ...big, underpaidPolicy: 'accept' } as const;
    const lateAll = { ...confirmed, ...late, seenValueMinor: 10_000n };
    const large = { quotes: [quote('btc', 'ETH', 400n)] };
    const final = (at: InvoiceFacts) => at.payments.map((each) => ({ ...each, finalized: true }));

    it('by auto-complete, before it is', () => {
      const paid = pay(expired(auto), [payment('a', ASKED, lateAll)], LATE_MS);
      expect(paid).toMatchObject({ status: 'expired_paid' });
      const taken = step(paid, settle, LATE_MS);
      expect(taken).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality', amountSettledMinor: 0n });
      expect(pay(taken, final(taken), LATE_MS)).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
      expect(step({ ...paid, payments: final(paid) }, settle, LATE_MS)).toMatchObject({
        status: 'done',
        statusReason: 'auto_completed',
        amountSettledMinor: ASKED,
      });
    });

    it('as a shortfall that the profile accepts, at the deadline or found later', () => {
      const part = [payment('a', 400n, confirmed)];
      for (const before of [pay(facts({ ...accept, ...large }), part), expired({ ...accept, ...large })]) {
        const judged = before.status === 'expired' ? pay(before, part, LATE_MS) : step(before, deadline, LATE_MS);
        expect(judged).toMatchObject({
          status: 'processing',
          statusReason: 'awaiting_finality',
          amountSettledMinor: 0n,
        });
        expect(refused(judged, settle, LATE_MS)).toBe('illegal_transition');
        const settled = { status: 'done', statusReason: 'underpaid_accepted', amountSettledMinor: 400n };
        expect(pay(judged, final(judged), LATE_MS)).toMatchObject(settled);
        expect(step({ ...judged, payments: final(judged) }, settle, LATE_MS)).toMatchObject(settled);
        expect(step(step(judged, { type: 'hold' }), { type: 'clear' })).toMatchObject({ status: 'processing' });
      }
    });

    it('and a shortfall below the amount that needs finality is settled at the deadline', () => {
      const part = pay(facts(accept), [payment('a', 400n, confirmed)]);
      expect(step(part, deadline, LATE_MS)).toMatchObject({ status: 'done', amountSettledMinor: 400n });
    });
  });
  it('a hold that takes long stays a hold', () => {
    const held = step(pay(facts({ complianceHold: true }), [payment('a', ASKED, confirmed)]), settle);
    expect(step(held, { type: 'overdue' })).toMatchObject({ statusReason: 'awaiting_finality', needsOperator: true });
  });
  it('a compliance hold waits for an operator', () => {
    const held = step(pay(facts({ complianceHold: true }), [payment('a', 1_500n, confirmed)]), settle);
    // The words of a large amount that is not final: merchants read them.
    expect(held).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality' });
    expect(refused(held, settle)).toBe('illegal_transition');
    expect(step(held, { type: 'clear' })).toMatchObject({ status: 'overpaid', complianceHold: false });
  });
  it('a hold that is released before the money is confirmed leaves no trace', () => {
    const seen = pay(facts(), [payment('a', ASKED, {})]);
    const held = step(seen, { type: 'hold' });
    expect(held.version).toBe(seen.version);
    expect(held).toMatchObject({ status: 'confirming', complianceHold: true });
    const free = step(held, { type: 'clear' });
    expect(free).toMatchObject({ status: 'confirming', complianceHold: false });
    expect(refused(free, { type: 'clear' })).toBe('illegal_transition');
    expect(step(pay(free, [payment('a', ASKED, confirmed)]), settle)).toMatchObject({ status: 'done' });
  });
  it('a large amount that is held waits for people also once it is final', () => {
    const held = step(waiting, { type: 'hold' });
    const final = { ...held, payments: held.payments.map((each) => ({ ...each, finalized: true })) };
    expect(refused(final, settle)).toBe('illegal_transition');
    expect(step(final, { type: 'clear' })).toMatchObject({ status: 'done' });
  });
  it('money in part is held too, where the profile takes what was paid', () => {
    const part = pay(facts({ complianceHold: true, underpaidPolicy: 'accept' }), [payment('a', 400n, confirmed)]);
    const judged = step(part, { type: 'deadline' }, LATE_MS);
    expect(judged).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality', amountSettledMinor: 0n });
    expect(step(judged, { type: 'clear' })).toMatchObject({ status: 'done', statusReason: 'underpaid_accepted' });
  });
  it('what a merchant takes of held money is processed, and what goes back waits for its refund', () => {
    const late = { ...confirmed, firstSeenAtMs: LATE_MS };
    const expired = step(facts({ complianceHold: true, autocomplete: true }), { type: 'deadline' }, LATE_MS);
    const paid = pay(expired, [payment('a', ASKED, { ...late, seenValueMinor: 1_000_000n })]);
    expect(paid).toMatchObject({ status: 'expired_paid', complianceHold: true });
    for (const type of ['settle', 'complete'] as const) {
      const taken = step(paid, { type });
      expect(taken).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality', amountSettledMinor: 0n });
      expect(refused(taken, settle)).toBe('illegal_transition');
      expect(step(taken, { type: 'clear' })).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
    }
    const refunding = step(paid, { type: 'refund', minor: 1n });
    expect(refunding).toMatchObject({ status: 'refund_requested', complianceHold: true });
    expect(step(refunding, { type: 'clear' })).toMatchObject({ status: 'refund_requested', complianceHold: false });
    const free = step(paid, { type: 'clear' });
    expect(step(free, settle)).toMatchObject({ status: 'done', statusReason: 'auto_completed' });
  });
  it('G: an error when the money is reorganised away', () => {
    const gone = pay(waiting, [payment('a', ASKED, { status: 'dropped' })]);
    expect(gone).toMatchObject({ status: 'error', before: { status: 'processing' }, statusReason: 'reorganised' });
  });
});

describe('expired and paid late', () => {
  it('hazard 6: unconfirmed late money leaves the status', () => {
    expect(pay(expired(), [payment('a', ASKED, late)], LATE_MS)).toMatchObject({
      status: 'expired',
      amountPaidMinor: ASKED,
    });
  });
  it('confirmed late money: enough is expired_paid, less is invalid', () => {
    expect(pay(expired(), [payment('a', ASKED, { ...late, ...confirmed })], LATE_MS)).toMatchObject({
      status: 'expired_paid',
    });
    expect(pay(expired(), [payment('a', 999n, { ...late, ...confirmed })], LATE_MS)).toMatchObject({
      status: 'invalid',
      statusReason: 'underpaid_late',
    });
  });
  it('can be completed by the merchant', () => {
    const paid = pay(expired(), [payment('a', 1_200n, { ...late, ...confirmed })], LATE_MS);
    expect(step(paid, { type: 'complete' })).toMatchObject({
      status: 'done',
      statusReason: 'completed_by_merchant',
      amountSettledMinor: ASKED,
    });
  });
});

describe('complete', () => {
  it('an invalid invoice is settled with what was paid', () => {
    const invalid = step(pay(facts(), [payment('a', 400n, confirmed)]), deadline, LATE_MS);
    expect(step(invalid, { type: 'complete' })).toMatchObject({ status: 'done', amountSettledMinor: 400n });
  });
  it('the merchant keeps the excess of an overpaid invoice, without a fee on it', () => {
    const over = step(pay(facts(), [payment('a', 1_500n, confirmed)]), settle);
    expect(effects(over, { type: 'complete' })).toContainEqual(
      expect.objectContaining({ type: 'settle', serviceFeeMinor: 0n, netMinor: 500n }),
    );
    expect(step(over, { type: 'complete' })).toMatchObject({
      status: 'done',
      statusReason: 'excess_kept',
      amountSettledMinor: 1_500n,
    });
  });
});

describe('fees that the customer pays', () => {
  const quotes = [{ ...btc, networkFeeMinor: 300n }];
  const settlementOf = (changes: Partial<InvoiceFacts>) => {
    const paid = pay(facts({ quotes, ...changes }), [payment('a', ASKED, confirmed)]);
    return effects(paid, settle).find(({ type }) => type === 'settle');
  };
  it('the network fee goes to the gateway and not to the merchant, who pays the service on the rest', () => {
    expect(settlementOf({})).toMatchObject({ networkFeeMinor: 30n, serviceFeeMinor: 9n, netMinor: 961n });
  });
  it('both fees together are their share of the total, and the merchant is left with the rest', () => {
    const split = settlementOf({ serviceFeeMinor: 100n });
    expect(split).toMatchObject({ networkFeeMinor: 30n, serviceFeeMinor: 10n, netMinor: 960n });
  });
  it('a reorganisation takes back what each got', () => {
    const before = done({ quotes });
    const gone = {
      ...before,
      payments: [payment('a', ASKED, { credited: true, creditCount: 1, creditedTo: 'unsettled' })],
    };
    expect(effects(gone, { type: 'payments_changed' })).toContainEqual(
      expect.objectContaining({ type: 'unsettle', networkFeeMinor: 30n, serviceFeeMinor: 9n, netMinor: 961n }),
    );
  });
});

describe('what is not listed', () => {
  const LISTED: Partial<Record<InvoiceEvent['type'], readonly InvoiceStatus[]>> = {
    complete: ['overpaid', 'expired_paid', 'invalid', 'partially_refunded'],
    cancel: ['new', 'pending'],
    refund_failed: ['refund_requested', 'error', 'done', 'invalid', 'expired_paid'],
    refund_sent: ['refund_requested', 'error', 'done', 'invalid', 'expired_paid'],
    resolve_done: ['error'],
    resolve_invalid: ['error'],
    resolve_earlier: ['error'],
    clear: ['processing'],
  };
  const events: InvoiceEvent[] = [
    { type: 'complete' },
    { type: 'cancel' },
    { type: 'refund_failed' },
    { type: 'refund_sent', minor: 1n },
    { type: 'resolve_done', note: '' },
    { type: 'resolve_invalid', note: '' },
    { type: 'resolve_earlier', note: '' },
    { type: 'clear' },
  ];
  const cells = events.flatMap((event) =>
    INVOICE_STATUSES.filter((status) => !LISTED[event.type]?.includes(status)).map((status) => ({ event, status })),
  );
  it.each(cells)('$status refuses $event.type with 409', ({ event, status }) => {
    const before = facts({ status, payments: [payment('a', ASKED, { ...confirmed, credited: true, creditCount: 1 })] });
    expect(() => nextInvoice(before, event, LATE_MS)).toThrow(expect.objectContaining({ status: 409 }));
  });
  it('payments are never refused, in no status', () => {
    for (const status of INVOICE_STATUSES) {
      expect(() => pay(facts({ status, quotes: [btc] }), [payment('a', 7n, confirmed)], LATE_MS)).not.toThrow();
    }
  });
});
