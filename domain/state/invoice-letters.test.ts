import { describe, expect, it } from 'vitest';
import {
  ASKED,
  DEADLINE_MS,
  done,
  effects,
  expired,
  facts,
  LATE_MS,
  ON_TIME_MS,
  pay,
  payment,
  refused,
  step,
  types,
} from './invoice.fixture.ts';
import { nextInvoice } from './invoice.ts';
import type { InvoiceFacts } from './invoice-facts.ts';

const settle = { type: 'settle' } as const;
const deadline = { type: 'deadline' } as const;
const changed = { type: 'payments_changed' } as const;
const confirmed = { status: 'confirmed' } as const;
const late = { firstSeenAtMs: LATE_MS } as const;

describe('A: choosing', () => {
  it('another asset is possible until something is seen', () => {
    expect(step(facts(), { type: 'choose', quoteId: 'ltc' })).toMatchObject({ status: 'pending', quoteId: 'ltc' });
  });
  it('is refused once something was seen, and after the deadline', () => {
    const choose = { type: 'choose', quoteId: 'ltc' } as const;
    expect(refused(pay(facts(), [payment('a', 1n)]), choose)).toBe('gate_locked');
    expect(refused(pay(facts(), [payment('a', ASKED)]), choose)).toBe('gate_locked');
    expect(refused(facts(), choose, LATE_MS)).toBe('invoice_expired');
    expect(refused(expired(), choose)).toBe('invoice_expired');
  });
  it('is possible again when what was seen was dropped', () => {
    const dropped = pay(pay(facts(), [payment('a', 1n)]), [payment('a', 1n, { status: 'dropped' })]);
    expect(step(dropped, { type: 'choose', quoteId: 'ltc' })).toMatchObject({ quoteId: 'ltc', gateLocked: false });
  });
});

describe('B: two assets', () => {
  const onLtc = { quoteId: 'ltc', gateId: 'LTC', network: 'LTC', assetRef: 'LTC' } as const;
  it('the quote paid first fixes the gate, also an earlier choice', () => {
    const paid = pay(facts(), [payment('a', ASKED, onLtc)]);
    expect(paid).toMatchObject({ quoteId: 'ltc', gateLocked: true, status: 'confirming' });
  });
  it('money on the other quote is credited, marked for an operator and never summed', () => {
    const first = pay(facts(), [payment('a', 500n)]);
    const both = pay(first, [payment('a', 500n), payment('b', ASKED, { ...onLtc, ...confirmed })]);
    expect(both).toMatchObject({
      status: 'partially_paid',
      quoteId: 'btc',
      amountPaidMinor: 500n,
      needsOperator: true,
    });
    expect(both.payments[1]).toMatchObject({ credited: true, creditedTo: 'unsettled' });
  });
  it('hazard 12: an asset without a quote goes to suspense and leaves the status alone', () => {
    const wrong = payment('x', 70n, { quoteId: null, gateId: null, assetRef: 'ETH:0xabc', ...confirmed });
    const after = pay(facts(), [wrong]);
    expect(after).toMatchObject({ status: 'pending', gateLocked: false, amountPaidMinor: 0n });
    expect(after.payments[0]).toMatchObject({ creditedTo: 'suspense' });
  });
});

describe('C: partly paid at the deadline', () => {
  const partly = (status: 'seen' | 'confirmed', changes: Partial<InvoiceFacts> = {}) =>
    step(pay(facts(changes), [payment('a', 400n, { status })]), deadline, LATE_MS);
  it('waits for what is seen', () => {
    expect(partly('seen')).toMatchObject({ status: 'partially_paid', expiryDecided: true });
  });
  it('is expired when nothing was confirmed in the end', () => {
    const dropped = pay(partly('seen'), [payment('a', 400n, { status: 'dropped' })], LATE_MS);
    expect(dropped).toMatchObject({ status: 'expired', referenceLive: false });
  });
  it('is invalid when it is short', () => {
    expect(partly('confirmed')).toMatchObject({ status: 'invalid', statusReason: 'underpaid' });
    expect(pay(partly('seen'), [payment('a', 400n, confirmed)], LATE_MS)).toMatchObject({ status: 'invalid' });
  });
  it('is done when the profile accepts it, the fee on what was paid', () => {
    const accept = { underpaidPolicy: 'accept' } as const;
    expect(partly('confirmed', accept)).toMatchObject({
      status: 'done',
      statusReason: 'underpaid_accepted',
      amountSettledMinor: 400n,
    });
    expect(pay(partly('seen', accept), [payment('a', 400n, confirmed)], LATE_MS)).toMatchObject({ status: 'done' });
  });
  it('auto-complete never accepts a shortfall', () => {
    expect(partly('confirmed', { autocomplete: true })).toMatchObject({ status: 'invalid' });
    expect(refused(partly('confirmed', { autocomplete: true }), settle)).toBe('illegal_transition');
  });
  it('is an error when it takes a day', () => {
    expect(step(partly('seen'), { type: 'overdue' })).toMatchObject({
      status: 'error',
      before: { status: 'partially_paid' },
    });
    expect(refused(pay(facts(), [payment('a', 1n)]), { type: 'overdue' })).toBe('illegal_transition');
  });
});

describe('D: late top-up', () => {
  const short = step(pay(facts(), [payment('a', 400n, confirmed)]), deadline, LATE_MS);
  const topUp = (minor: bigint, value: bigint | null, before = short) =>
    pay(
      before,
      [payment('a', 400n, confirmed), payment('b', minor, { ...late, ...confirmed, seenValueMinor: value })],
      LATE_MS,
    );
  it('hazard 7: makes an invalid invoice paid late, credited in any case', () => {
    expect(short.status).toBe('invalid');
    expect(topUp(600n, 6_000n)).toMatchObject({
      status: 'expired_paid',
      amountConfirmedMinor: ASKED,
      amountSettledMinor: 0n,
    });
    expect(topUp(599n, 6_000n)).toMatchObject({ status: 'invalid', amountConfirmedMinor: 999n });
  });
  it('counts while the wait for the first part still goes on', () => {
    const waiting = step(pay(facts(), [payment('a', 400n)]), deadline, LATE_MS);
    expect(topUp(600n, 6_000n, waiting)).toMatchObject({ status: 'expired_paid' });
  });
  it('completes by itself only with the option on and the value at its first-seen rate', () => {
    const auto = { ...short, autocomplete: true };
    expect(step(topUp(600n, 6_000n, auto), settle, LATE_MS)).toMatchObject({
      status: 'done',
      statusReason: 'auto_completed',
    });
    expect(refused(topUp(600n, 5_999n, auto), settle)).toBe('illegal_transition');
    expect(refused(topUp(600n, null, auto), settle)).toBe('illegal_transition');
    expect(refused(topUp(600n, 6_000n), settle)).toBe('illegal_transition');
  });
  it('late money before the deadline was judged does not count as paid in time', () => {
    const early = pay(facts(), [payment('a', ASKED, late)], LATE_MS);
    expect(early).toMatchObject({ status: 'pending' });
    expect(step(early, deadline, LATE_MS)).toMatchObject({ status: 'expired' });
    const sure = pay(facts(), [payment('a', ASKED, { ...late, ...confirmed })], LATE_MS);
    expect(step(sure, deadline, LATE_MS)).toMatchObject({ status: 'expired_paid' });
  });
});

describe('E: money after done', () => {
  it('settles with its fee up to what was missing, the rest is excess', () => {
    const accepted = step(
      pay(facts({ underpaidPolicy: 'accept' }), [payment('a', 400n, confirmed)]),
      deadline,
      LATE_MS,
    );
    const more = [payment('a', 400n, confirmed), payment('b', 800n, { ...late, ...confirmed })];
    expect(
      effects(
        { ...accepted, payments: [accepted.payments[0] ?? payment('a', 400n), more[1] ?? payment('b', 0n)] },
        changed,
      ),
    ).toContainEqual(expect.objectContaining({ type: 'settle', serviceFeeMinor: 6n, netMinor: 594n }));
    expect(pay(accepted, more)).toMatchObject({
      status: 'done',
      amountSettledMinor: ASKED,
      amountConfirmedMinor: 1_200n,
    });
  });
  it('is announced to the shop with the same status', () => {
    const before = done();
    const paid = { ...before, payments: [...before.payments, payment('b', 5n, confirmed)] };
    expect(types(paid, changed)).toEqual(['credit', 'publish']);
  });
});

describe('F: cancel', () => {
  const canceled = step(facts(), { type: 'cancel' });
  it('is refused once something was seen', () => {
    for (const minor of [1n, ASKED])
      expect(refused(pay(facts(), [payment('a', minor)]), { type: 'cancel' })).toBe('payment_seen');
    const elsewhere = { ...facts(), payments: [payment('a', 5n, { ...late })] };
    expect(refused(elsewhere, { type: 'cancel' })).toBe('payment_seen');
  });
  it('money to a canceled invoice leaves it canceled until confirmed, then it is invalid', () => {
    const seen = pay(canceled, [payment('a', ASKED)]);
    expect(seen).toMatchObject({ status: 'canceled', amountPaidMinor: ASKED });
    expect(pay(seen, [payment('a', ASKED, confirmed)])).toMatchObject({
      status: 'invalid',
      statusReason: 'paid_after_cancel',
    });
  });
  it('is never completed by itself, whatever comes', () => {
    const paid = pay({ ...canceled, autocomplete: true, underpaidPolicy: 'accept' }, [payment('a', 400n, confirmed)]);
    const more = pay(paid, [payment('a', 400n, confirmed), payment('b', ASKED, confirmed)]);
    expect(more).toMatchObject({ status: 'invalid', statusReason: 'paid_after_cancel', amountSettledMinor: 0n });
    expect(step(more, { type: 'complete' })).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
  });
});

describe('G: reorganised past the threshold', () => {
  const gone = { status: 'seen' } as const;
  it('hazard 2: below due is an error beside the earlier status, frozen and reported to operators', () => {
    const before = done();
    const lost = { ...before, payments: before.payments.map((each) => ({ ...each, ...gone })) };
    expect(types(lost, changed)).toEqual(
      expect.arrayContaining(['unsettle', 'reverse', 'freeze', 'alert', 'publish', 'signal']),
    );
    expect(pay(before, [payment('a', ASKED, gone)])).toMatchObject({
      status: 'error',
      before: { status: 'done', reason: null, settledMinor: ASKED },
      statusReason: 'reorganised',
      amountSettledMinor: 0n,
      needsOperator: true,
    });
  });
  it('hazard 3: mined again, the earlier status returns and the money is credited once', () => {
    const error = pay(done(), [payment('a', ASKED, gone)]);
    const back = pay(error, [payment('a', ASKED, confirmed)]);
    expect(back).toMatchObject({ status: 'done', before: null, amountSettledMinor: ASKED, needsOperator: false });
    expect(back.payments[0]).toMatchObject({ credited: true, creditCount: 2 });
  });
  it('an underpaid invoice that was accepted returns too', () => {
    const accepted = step(
      pay(facts({ underpaidPolicy: 'accept' }), [payment('a', 400n, confirmed)]),
      deadline,
      LATE_MS,
    );
    const error = pay(accepted, [payment('a', 400n, gone)], LATE_MS);
    expect(error).toMatchObject({ status: 'error', before: { status: 'done' } });
    expect(pay(error, [payment('a', 400n, confirmed)], LATE_MS)).toMatchObject({
      status: 'done',
      amountSettledMinor: 400n,
    });
  });
  it('takes the excess first: when only that is lost, the invoice is done', () => {
    const twice = [payment('a', ASKED, confirmed), payment('b', 300n, confirmed)];
    const over = step(pay(facts(), twice), settle);
    expect(over.status).toBe('overpaid');
    const less = pay(over, [payment('a', ASKED, confirmed), payment('b', 300n, gone)]);
    expect(less).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
  });
  it.each(['expired_paid', 'invalid', 'refund_requested', 'refunded', 'partially_refunded'] as const)(
    'holds for %s',
    (status) => {
      const settledMinor = status.startsWith('refund') || status === 'partially_refunded' ? ASKED : 0n;
      const paid = payment('a', ASKED, { ...gone, credited: true, creditCount: 1, creditedTo: 'unsettled' });
      const before = facts({
        status,
        before: status === 'refund_requested' ? { status: 'done', reason: null, settledMinor } : null,
        amountSettledMinor: settledMinor,
        payments: [paid],
      });
      const after = step(before, changed, LATE_MS);
      expect(after).toMatchObject({
        status: 'error',
        before: { status: status === 'refund_requested' ? 'done' : status },
      });
      expect(types(before, changed).includes('void_refund')).toBe(status === 'refund_requested');
    },
  );
  it.each([
    ['refunded in part', 400n, 'partially_refunded'],
    ['refunded whole', ASKED, 'refunded'],
  ] as const)('%s, gone and mined again, what was settled is settled again', (_how, minor, status) => {
    const refunded = step(step(done(), { type: 'refund', minor }), { type: 'refund_sent', minor });
    const lost = pay(refunded, [payment('a', ASKED, gone)]);
    expect(lost).toMatchObject({ status: 'error', amountSettledMinor: 0n });
    expect(pay(lost, [payment('a', ASKED, confirmed)])).toMatchObject({ status, amountSettledMinor: ASKED });
  });
  it('mined again, the excess that the merchant had taken is the merchant’s again', () => {
    const kept = step(step(pay(facts(), [payment('a', 1_500n, confirmed)]), settle), { type: 'complete' });
    const lost = pay(kept, [payment('a', 1_500n, gone)]);
    expect(pay(lost, [payment('a', 1_500n, confirmed)])).toMatchObject({ status: 'done', amountSettledMinor: 1_500n });
  });
  it('hazard 1: below the threshold nothing was credited, and only confirmations drop', () => {
    const mined = pay(facts(), [payment('a', ASKED, { status: 'mined' })]);
    expect(nextInvoice({ ...mined, payments: [payment('a', ASKED, gone)] }, changed, ON_TIME_MS).changed).toBe(false);
  });
});

describe('H: dropped or replaced below the threshold', () => {
  const confirming = pay(facts(), [payment('a', 600n), payment('b', 400n)]);
  it('before the deadline: recomputed from what is seen', () => {
    expect(pay(confirming, [payment('a', 600n), payment('b', 400n, { status: 'dropped' })])).toMatchObject({
      status: 'partially_paid',
      statusReason: 'payment_dropped',
    });
    const nothing = [payment('a', 600n, { status: 'dropped' }), payment('b', 400n, { status: 'replaced' })];
    expect(pay(confirming, nothing)).toMatchObject({ status: 'pending', gateLocked: false, amountPaidMinor: 0n });
  });
  it('after the deadline: expired, or as in C', () => {
    const decided = { ...confirming, expiryDecided: true };
    const nothing = [payment('a', 600n, { status: 'dropped' }), payment('b', 400n, { status: 'dropped' })];
    expect(pay(decided, nothing, LATE_MS)).toMatchObject({ status: 'expired' });
    expect(pay(decided, [payment('a', 600n), payment('b', 400n, { status: 'dropped' })], LATE_MS)).toMatchObject({
      status: 'partially_paid',
    });
    expect(
      pay(decided, [payment('a', 600n, confirmed), payment('b', 400n, { status: 'dropped' })], LATE_MS),
    ).toMatchObject({ status: 'invalid' });
  });
  it('hazard 14: a replacement that inherits the first-seen time is not late', () => {
    const bumped = [payment('a', ASKED, { status: 'replaced' }), payment('c', ASKED)];
    expect(pay(pay(facts(), [payment('a', ASKED)]), bumped, LATE_MS)).toMatchObject({ status: 'confirming' });
  });
});

describe('I: on-time payment found late', () => {
  it('hazard 11: brings an expired or invalid invoice back', () => {
    expect(pay(expired(), [payment('a', ASKED)], LATE_MS)).toMatchObject({
      status: 'confirming',
      statusReason: 'payment_found',
    });
    expect(pay(expired(), [payment('a', 400n)], LATE_MS)).toMatchObject({ status: 'partially_paid' });
    const invalid = step(pay(facts(), [payment('a', 400n, confirmed)]), deadline, LATE_MS);
    expect(pay(invalid, [payment('a', 400n, confirmed), payment('b', 600n)], LATE_MS)).toMatchObject({
      status: 'confirming',
    });
    expect(pay(invalid, [payment('a', 400n, confirmed), payment('b', 1n)], LATE_MS)).toMatchObject({
      status: 'partially_paid',
    });
  });
  it('the instant of the deadline is in time', () => {
    expect(pay(facts(), [payment('a', ASKED, { firstSeenAtMs: DEADLINE_MS })], LATE_MS)).toMatchObject({
      status: 'confirming',
    });
  });
});

describe('the reference of an order', () => {
  it('is free once the invoice expired unpaid, and taken again by the money that comes after all', () => {
    expect(expired().referenceLive).toBe(false);
    expect(pay(expired(), [payment('a', ASKED)], LATE_MS).referenceLive).toBe(true);
    const late = { ...confirmed, firstSeenAtMs: LATE_MS };
    expect(pay(expired(), [payment('a', ASKED, late)], LATE_MS)).toMatchObject({
      status: 'expired_paid',
      referenceLive: true,
    });
  });
  it('is not free while late money may still be confirmed, and free again once it cannot', () => {
    const unconfirmed = payment('a', ASKED, { firstSeenAtMs: LATE_MS });
    for (const before of [expired(), step(facts(), { type: 'cancel' })]) {
      const seen = pay(before, [unconfirmed], LATE_MS);
      expect(seen).toMatchObject({ status: before.status, referenceLive: true });
      expect(pay(seen, [{ ...unconfirmed, status: 'mined' }], LATE_MS).referenceLive).toBe(true);
      for (const status of ['dropped', 'replaced', 'failed'] as const)
        expect(pay(seen, [{ ...unconfirmed, status }], LATE_MS).referenceLive).toBe(false);
    }
    // It was detected after the deadline and before the deadline was decided.
    const undecided = pay(facts(), [unconfirmed], LATE_MS);
    expect(step(undecided, deadline, LATE_MS)).toMatchObject({ status: 'expired', referenceLive: true });
  });
  it('stays with a newer invoice that took it: then nothing completes the older one but its merchant', () => {
    const taken = (changes: Partial<InvoiceFacts> = {}) => ({ ...expired(changes), referenceTaken: true });
    const late = payment('a', ASKED, { ...confirmed, firstSeenAtMs: LATE_MS, seenValueMinor: 10_000n });
    expect(pay(taken(), [{ ...late, status: 'seen' }], LATE_MS).referenceLive).toBe(false);
    const paid = pay(taken({ autocomplete: true }), [late], LATE_MS);
    expect(paid).toMatchObject({ status: 'expired_paid', statusReason: 'reference_taken', referenceLive: false });
    // The newer one has expired meanwhile: a third one may have it at any moment.
    expect(refused({ ...paid, referenceTaken: false }, settle, LATE_MS)).toBe('illegal_transition');
    expect(step(paid, { type: 'complete' }, LATE_MS)).toMatchObject({ status: 'done' });

    const found = pay(taken(), [payment('a', ASKED, confirmed)], LATE_MS);
    expect(found).toMatchObject({ status: 'confirming', referenceLive: false });
    expect(step(found, settle, LATE_MS)).toMatchObject({ status: 'expired_paid', statusReason: 'reference_taken' });

    const short = pay(taken({ underpaidPolicy: 'accept' }), [payment('a', 400n, confirmed)], LATE_MS);
    expect(short).toMatchObject({ status: 'invalid', statusReason: 'underpaid_late' });
    // A completion by the merchant that waits for finality is not asked about again.
    const waiting = step({ ...paid, complianceHold: true }, { type: 'complete' }, LATE_MS);
    expect(waiting).toMatchObject({ status: 'processing' });
    expect(step(waiting, { type: 'clear' }, LATE_MS)).toMatchObject({ status: 'done' });
  });
  it('is not taken by money in an asset that the invoice cannot be paid in', () => {
    const stray = payment('a', ASKED, { quoteId: null, firstSeenAtMs: LATE_MS });
    expect(pay(expired(), [stray], LATE_MS).referenceLive).toBe(false);
  });
  it('is free once the invoice was canceled, and taken again when it is paid all the same', () => {
    const canceled = step(facts(), { type: 'cancel' });
    expect(canceled.referenceLive).toBe(false);
    expect(pay(canceled, [payment('a', ASKED, confirmed)])).toMatchObject({ status: 'invalid', referenceLive: true });
  });
});

describe('J: refund outcome', () => {
  const requested = (before: InvoiceFacts, minor: bigint) => step(before, { type: 'refund', minor });
  const over = step(pay(facts(), [payment('a', 1_500n, confirmed)]), settle);
  it('failed or canceled: the status before', () => {
    expect(step(requested(over, 500n), { type: 'refund_failed' })).toMatchObject({
      status: 'overpaid',
      before: null,
      amountRefundedMinor: 0n,
    });
  });
  it('excess only: done', () => {
    expect(step(requested(over, 500n), { type: 'refund_sent', minor: 500n })).toMatchObject({
      status: 'done',
      amountRefundedMinor: 500n,
      amountSettledMinor: ASKED,
    });
  });
  it('part: partially refunded; all: refunded', () => {
    const part = step(requested(done(), 400n), { type: 'refund_sent', minor: 400n });
    expect(part).toMatchObject({ status: 'partially_refunded' });
    expect(step(requested(part, 600n), { type: 'refund_sent', minor: 600n })).toMatchObject({ status: 'refunded' });
  });
  it('hazard 54: never more than was received and not refunded, and one at a time', () => {
    expect(refused(done(), { type: 'refund', minor: ASKED + 1n })).toBe('illegal_transition');
    expect(refused(done(), { type: 'refund', minor: 0n })).toBe('illegal_transition');
    expect(refused(requested(done(), 1n), { type: 'refund', minor: 1n })).toBe('illegal_transition');
  });
  it('excess only of money that came late: done, as of any other', () => {
    const late = payment('a', 1_500n, { ...confirmed, firstSeenAtMs: LATE_MS });
    const paid = pay(expired(), [late], LATE_MS);
    const sent = step(requested(paid, 500n), { type: 'refund_sent', minor: 500n }, LATE_MS);
    expect(sent).toMatchObject({ status: 'done', amountRefundedMinor: 500n, amountSettledMinor: ASKED });
  });
  it('a part of money that was never settled: the rest waits for the merchant, who may take it once', () => {
    const late = payment('a', 1_200n, { ...confirmed, firstSeenAtMs: LATE_MS });
    const paid = pay(expired(), [late], LATE_MS);
    const part = step(requested(paid, 500n), { type: 'refund_sent', minor: 500n }, LATE_MS);
    expect(part).toMatchObject({ status: 'partially_refunded', amountSettledMinor: 0n });
    const taken = step(part, { type: 'complete' }, LATE_MS);
    expect(taken).toMatchObject({
      status: 'partially_refunded',
      statusReason: 'completed_by_merchant',
      amountSettledMinor: 700n,
      completedAtMs: LATE_MS,
    });
    expect(refused(taken, { type: 'complete' })).toBe('illegal_transition');
    expect(refused(requested(taken, 1n), { type: 'complete' })).toBe('illegal_transition');
    const lost = pay(taken, [{ ...late, status: 'dropped' }], LATE_MS);
    expect(pay(lost, [late], LATE_MS)).toMatchObject({ status: 'partially_refunded', amountSettledMinor: 700n });
  });
  it('of settled money a part is refunded, and there is nothing to take', () => {
    const part = step(requested(done(), 400n), { type: 'refund_sent', minor: 400n });
    expect(refused(part, { type: 'complete' })).toBe('illegal_transition');
  });
  it('failed: what an operator decided stays decided', () => {
    const lost = pay(done(), [payment('a', ASKED, { status: 'seen' })]);
    const judged = step(lost, { type: 'resolve_invalid', note: 'checked' });
    const money = pay(judged, [payment('a', ASKED, confirmed)]);
    const back = step(requested(money, 1n), { type: 'refund_failed' });
    expect(back).toMatchObject({ status: 'invalid', statusReason: 'resolved_by_operator' });
    const late = payment('b', 5n, { ...confirmed, firstSeenAtMs: LATE_MS });
    expect(pay(back, [payment('a', ASKED, confirmed), late], LATE_MS).status).toBe('invalid');
  });
  it('a payment meanwhile is booked', () => {
    const open = requested(done(), ASKED);
    expect(pay(open, [payment('a', ASKED, confirmed), payment('b', 5n, confirmed)])).toMatchObject({
      status: 'refund_requested',
      amountConfirmedMinor: 1_005n,
    });
  });
});

describe('K: paid after refunded', () => {
  const refunded = step(step(done(), { type: 'refund', minor: ASKED }), { type: 'refund_sent', minor: ASKED });
  const again = pay(refunded, [payment('a', ASKED, confirmed), payment('b', 70n, confirmed)]);
  it('is booked and marked for an operator, not settled', () => {
    expect(again).toMatchObject({
      status: 'refunded',
      statusReason: 'paid_after_refund',
      needsOperator: true,
      amountSettledMinor: ASKED,
    });
  });
  it('a new refund covers only the new money', () => {
    expect(refused(again, { type: 'refund', minor: 71n })).toBe('illegal_transition');
    expect(step(again, { type: 'refund', minor: 70n })).toMatchObject({ status: 'refund_requested' });
    expect(refused(refunded, { type: 'refund', minor: 1n })).toBe('illegal_transition');
  });
});

describe('L: error', () => {
  const error = pay(done(), [payment('a', ASKED, { status: 'dropped' })]);
  const note = 'checked';
  it('is ended by an operator: earlier status, invalid or done', () => {
    expect(step(error, { type: 'resolve_earlier', note })).toMatchObject({
      status: 'done',
      statusReason: 'resolved_by_operator',
    });
    expect(step(error, { type: 'resolve_invalid', note })).toMatchObject({ status: 'invalid', completedAtMs: null });
    expect(step(error, { type: 'resolve_done', note })).toMatchObject({ status: 'done', needsOperator: false });
    expect(types(error, { type: 'resolve_invalid', note })).toContain('unfreeze');
  });
  it('books payments and stays', () => {
    const stuck = step(step(pay(facts(), [payment('a', 400n)]), deadline, LATE_MS), { type: 'overdue' });
    expect(pay(stuck, [payment('a', 400n, confirmed)])).toMatchObject({ status: 'error', amountConfirmedMinor: 400n });
  });
  it('what an operator judged invalid is not revived by the same facts', () => {
    const judged = step(pay(done(), [payment('a', ASKED, { status: 'seen' })]), { type: 'resolve_invalid', note });
    expect(pay(judged, [payment('a', ASKED, confirmed)])).toMatchObject({
      status: 'invalid',
      amountConfirmedMinor: ASKED,
    });
  });
});
