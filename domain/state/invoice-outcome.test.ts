import { describe, expect, it } from 'vitest';
import {
  ASKED,
  btc,
  done,
  effects,
  expired,
  facts,
  LATE_MS,
  ltc,
  ON_TIME_MS,
  pay,
  payment,
  step,
  types,
} from './invoice.fixture.ts';
import { afterWithdrawal, factsAfter, needsWorkflow, nextInvoice, snapshotOf } from './invoice.ts';
import type { InvoiceEvent } from './invoice-event.ts';
import type { InvoiceFacts, PaymentFact, RefundFact } from './invoice-facts.ts';
import type { InvoiceStatus } from './invoice-status.ts';

const settle = { type: 'settle' } as const;
const changed = { type: 'payments_changed' } as const;
const complete = { type: 'complete' } as const;
const overdue = { type: 'overdue' } as const;
const earlier = { type: 'resolve_earlier', note: '' } as const;
const confirmed = { status: 'confirmed' } as const;
const onLtc = { quoteId: 'ltc', gateId: 'LTC', network: 'LTC', assetRef: 'LTC' } as const;
const unquoted = { quoteId: null, gateId: null, assetRef: 'ETH:0xabc' } as const;
const nowhere = { quoteId: null, quotes: [] };
const credited = (id: string, minor: bigint, changes: Partial<PaymentFact> = {}) =>
  payment(id, minor, { ...confirmed, credited: true, creditCount: 1, creditedTo: 'unsettled', ...changes });
const withPayments = (before: InvoiceFacts, ...payments: PaymentFact[]): InvoiceFacts => ({ ...before, payments });
const stateOf = (before: InvoiceFacts, event: InvoiceEvent = changed) => nextInvoice(before, event, ON_TIME_MS).state;
const alertsOf = (before: InvoiceFacts, event: InvoiceEvent = changed) =>
  effects(before, event).filter(({ type }) => type === 'alert');
const confirming = pay(facts(), [payment('a', ASKED)]);

describe('what an error gives back', () => {
  const inError = (status: InvoiceStatus, changes: Partial<InvoiceFacts> = {}) =>
    facts({
      status: 'error',
      statusReason: 'reorganised',
      before: { status, reason: 'excess_kept', settledMinor: 0n },
      payments: [credited('a', 1_500n)],
      ...changes,
    });
  const backTo = (status: InvoiceStatus, changes: Partial<InvoiceFacts>) =>
    stateOf(inError(status, changes), earlier).status;

  it.each([
    ['overpaid', 0n, 'overpaid'],
    ['overpaid', 499n, 'done'],
    ['overpaid', 500n, 'done'],
    ['overpaid', 501n, 'partially_refunded'],
    ['overpaid', 1_499n, 'partially_refunded'],
    ['overpaid', 1_500n, 'refunded'],
    ['partially_refunded', 400n, 'partially_refunded'],
    ['refunded', 1_000n, 'refunded'],
  ] as const)('%s with %s refunded meanwhile: %s', (status, refundedMinor, after) => {
    expect(backTo(status, { amountRefundedMinor: refundedMinor })).toBe(after);
  });

  it('a refund that still goes on, beside what it had interrupted', () => {
    const open = inError('done', { refundOpen: true });
    expect(stateOf(open, earlier)).toMatchObject({ status: 'refund_requested', before: open.before });
  });

  it('a refund that failed gives back what it had interrupted, whatever else was refunded', () => {
    const before = { status: 'overpaid', reason: 'excess_kept', settledMinor: ASKED } as const;
    const requested = facts({
      status: 'refund_requested',
      before,
      refundOpen: true,
      payments: [credited('a', 1_500n)],
    });
    expect(stateOf(requested, { type: 'refund_failed' })).toMatchObject({
      status: 'overpaid',
      statusReason: 'excess_kept',
    });
    const sent = stateOf(requested, { type: 'refund_sent', minor: 501n });
    expect(sent).toMatchObject({ status: 'partially_refunded', statusReason: null, before: null });
  });

  it('an error beside an open refund remembers the status that it found', () => {
    const lost = withPayments({ ...done(), refundOpen: true }, credited('a', ASKED, { status: 'seen' }));
    expect(stateOf(lost)).toMatchObject({ status: 'error', before: { status: 'done' }, gateLocked: true });
  });

  it.each([
    ['invalid', null],
    ['expired', null],
    ['expired_paid', null],
    ['partially_paid', null],
    ['processing', 7],
    ['overpaid', 7],
  ] as const)('%s: what was completed before is so no more, or still is (%s)', (status, completedAtMs) => {
    expect(stateOf(inError(status, { completedAtMs: 7 }), earlier)).toMatchObject({ status, completedAtMs });
  });
});

describe('the row after a step', () => {
  it('says what was chosen, and that it is complete', () => {
    expect(stateOf(facts(), { type: 'choose', quoteId: 'ltc' })).toMatchObject({
      quoteId: 'ltc',
      gateId: 'LTC',
      amountDueMinor: ASKED,
      referenceLive: true,
      gateLocked: false,
    });
    expect(stateOf(facts(nowhere), { type: 'hold' })).toMatchObject({
      quoteId: null,
      gateId: null,
      amountDueMinor: null,
    });
    const over = stateOf(pay(facts(), [payment('a', 1_500n, confirmed)]), settle);
    expect(over).toMatchObject({ status: 'overpaid', completedAtMs: ON_TIME_MS });
  });

  it('asks an operator about confirmed money of another quote, and of no other', () => {
    const first = payment('a', 400n);
    const asks = (other: PaymentFact) => pay(facts(), [first, other]).needsOperator;
    expect(asks(payment('b', 5n, { ...onLtc, ...confirmed }))).toBe(true);
    expect(asks(payment('b', 5n, onLtc))).toBe(false);
    expect(asks(payment('b', 5n, { ...unquoted, ...confirmed }))).toBe(false);
    const unchosen = withPayments(facts({ status: 'new', quoteId: null }), payment('b', 5n, confirmed));
    expect(stateOf(unchosen).needsOperator).toBe(true);
  });

  it('keeps the question to an operator, the reference and the lock until something ends them', () => {
    const requested = withPayments({ ...confirming, needsOperator: true }, payment('a', ASKED), payment('b', 5n));
    expect(stateOf(requested)).toMatchObject({ needsOperator: true, referenceLive: true });
    expect(stateOf(facts({ gateLocked: true }), { type: 'hold' }).gateLocked).toBe(true);
    const lost = withPayments(done(), credited('a', ASKED, { status: 'dropped' }));
    expect(stateOf(lost)).toMatchObject({ status: 'error', gateLocked: true });
  });

  it('keeps no reason of the status before', () => {
    const found = { ...pay(facts(), [payment('a', ASKED, confirmed)]), statusReason: 'payment_found' };
    expect(stateOf(found, settle)).toMatchObject({ status: 'done', statusReason: null });
  });

  it('keeps of an excess that the merchant took what is still there', () => {
    const both = [payment('a', 1_200n, confirmed), payment('b', 300n, confirmed)];
    const kept = step(step(pay(facts(), both), settle), complete);
    expect(kept).toMatchObject({ status: 'done', excessKeptMinor: 500n });
    const less = pay(kept, [payment('a', 1_200n, confirmed), payment('b', 300n, { status: 'seen' })]);
    expect(less).toMatchObject({ status: 'done', excessKeptMinor: 200n, amountSettledMinor: 1_200n });
  });

  it('counts what the merchant has to cover, in the gate of its own quote', () => {
    const refund: RefundFact = { gateId: 'BTC', amountMinor: 400n, drawnMinor: 400n, open: false };
    const before = facts({ quotes: [ltc, btc], payments: [credited('a', ASKED)], refunds: [refund] });
    const state = { ...stateOf(before), quoteId: 'btc', amountSettledMinor: ASKED };
    expect(factsAfter(before, state).covered).toEqual({ BTC: 400n });
  });
});

describe('a step is made when any one part of the row changes', () => {
  const settled = done();
  const paidInPart = { amountPaidMinor: 400n, gateLocked: true, payments: [payment('a', 400n)] };
  const refundSent = { type: 'refund_sent', minor: 5n } as const;
  it.each<[string, InvoiceFacts, InvoiceEvent, object]>([
    ['status', facts(paidInPart), changed, { status: 'partially_paid' }],
    ['statusReason', { ...confirming, needsOperator: true }, overdue, { statusReason: 'confirmation_overdue' }],
    ['gateLocked', { ...settled, gateLocked: false }, changed, { gateLocked: true }],
    ['amountPaidMinor', { ...settled, amountPaidMinor: 0n }, changed, { amountPaidMinor: ASKED }],
    ['amountConfirmedMinor', { ...settled, amountConfirmedMinor: 0n }, changed, { amountConfirmedMinor: ASKED }],
    ['amountSettledMinor', facts({ ...nowhere, amountSettledMinor: 5n }), changed, { amountSettledMinor: 0n }],
    ['excessKeptMinor', { ...settled, excessKeptMinor: 5n }, changed, { excessKeptMinor: 0n }],
    ['amountRefundedMinor', facts({ status: 'error' }), refundSent, { amountRefundedMinor: 5n }],
    ['completedAtMs', { ...settled, completedAtMs: null }, changed, { completedAtMs: ON_TIME_MS }],
  ])('%s', (_part, before, event, after) => {
    const outcome = nextInvoice(before, event, ON_TIME_MS);
    expect(outcome.changed).toBe(true);
    expect(outcome.state).toMatchObject({ ...after, version: before.version + 1 });
  });

  it('or when only money moves', () => {
    const outcome = nextInvoice(withPayments(facts(), payment('x', 7n, { ...unquoted, ...confirmed })), changed, 0);
    expect(outcome).toMatchObject({ changed: true, state: { version: 2, status: 'pending' } });
  });

  it('and else is none, without any effect', () => {
    expect(nextInvoice(settled, changed, ON_TIME_MS)).toMatchObject({ changed: false, effects: [] });
  });
});

describe('who is notified', () => {
  const requested = (message: string) => ({ type: 'alert', kind: 'invoice_needs_operator', message });

  it('operators, once, in words, where they have to decide', () => {
    expect(alertsOf(confirming, overdue)).toEqual([
      requested('The invoice is confirming (confirmation_overdue) and needs an operator.'),
    ]);
    expect(alertsOf({ ...confirming, needsOperator: true }, overdue)).toEqual([]);
    const other = payment('b', 5n, { ...onLtc, ...confirmed });
    expect(alertsOf(withPayments(confirming, payment('a', ASKED), other))).toEqual([
      requested('The invoice is confirming and needs an operator.'),
    ]);
    expect(alertsOf(withPayments(facts(), payment('a', ASKED)))).toEqual([]);
  });

  it('operators, of each confirmed payment that a reorganisation took', () => {
    const lost = withPayments(done(), credited('a', ASKED, { status: 'seen' }));
    expect(alertsOf(lost)).toEqual([
      { type: 'alert', kind: 'reorganisation', message: 'A reorganization removed a confirmed payment.' },
      requested('The invoice is error (reorganised) and needs an operator.'),
    ]);
  });

  it('operators no longer, once nothing is left to decide', () => {
    const answered = { type: 'resolve_alert', kind: 'invoice_needs_operator' };
    const endedBy = (before: InvoiceFacts, event: InvoiceEvent = changed) =>
      effects(before, event).filter(({ type }) => type === 'resolve_alert');
    const error = pay(done(), [payment('a', ASKED, { status: 'seen' })]);
    const found = withPayments(error, payment('a', ASKED, confirmed));
    expect(endedBy(found)).toEqual([answered, { type: 'resolve_alert', kind: 'reorganisation' }]);
    const ready = pay(confirming, [payment('a', ASKED, confirmed)]);
    expect(endedBy({ ...ready, needsOperator: true }, settle)).toEqual([answered]);
    expect(endedBy(ready, settle)).toEqual([]);
    expect(endedBy(withPayments(error, payment('b', 5n)))).toEqual([]);
  });

  it('operators no longer, of money that compliance let go', () => {
    const held = { ...done(), complianceHold: true, needsOperator: true };
    expect(stateOf(held, { type: 'clear' })).toMatchObject({ status: 'done', needsOperator: false });
  });

  it('a shop, of each status, and of money that comes to or leaves an invoice it thinks finished', () => {
    const more = pay(done(), [payment('a', ASKED, confirmed), payment('b', 5n, confirmed)]);
    const less = withPayments(more, credited('a', ASKED), credited('b', 5n, { status: 'dropped' }));
    expect(types(less, changed)).toEqual(['reverse', 'alert', 'publish']);
    const short = facts({ underpaidPolicy: 'accept' });
    const accepted = step(pay(short, [payment('a', 400n, confirmed)]), { type: 'deadline' }, LATE_MS);
    const topped = withPayments(accepted, credited('a', 400n), payment('b', 600n, confirmed));
    expect(types(topped, changed)).toEqual(['credit', 'settle', 'publish']);
  });

  it('no shop, of what changes no status while the invoice goes on, nor of what only a merchant moves', () => {
    const part = withPayments(confirming, payment('a', ASKED), payment('b', 5n, confirmed));
    expect(types(part, changed)).toEqual(['credit']);
    const late = credited('a', 1_200n, { firstSeenAtMs: LATE_MS });
    const rest = {
      status: 'partially_refunded',
      amountRefundedMinor: 500n,
      amountPaidMinor: 1_200n,
      amountConfirmedMinor: 1_200n,
    } as const;
    expect(types(facts({ ...rest, payments: [late], expiryDecided: true }), complete)).toEqual(['settle']);
  });

  it('the workflow, which sleeps until the deadline, of nothing that it need not act on before', () => {
    expect(types(facts(), { type: 'choose', quoteId: 'ltc' })).toEqual([]);
    expect(types(facts(), { type: 'hold' })).toEqual([]);
    expect(types(pay(facts(), [payment('a', ASKED)]), changed)).toEqual([]);
    expect(types({ ...facts(), payments: [payment('a', 400n)] }, changed)).toEqual(['publish']);
    expect(types({ ...facts(), payments: [payment('a', ASKED)] }, changed)).toEqual(['publish']);
    expect(types({ ...confirming, payments: [payment('a', ASKED, { status: 'dropped' })] }, changed)).toEqual([
      'publish',
    ]);
    expect(types({ ...facts(), payments: [payment('a', ASKED, confirmed)] }, changed)).toContain('signal');
    expect(types(facts(), { type: 'cancel' })).toEqual(['publish', 'signal']);
    const odd = facts({ needsOperator: true });
    expect(types(odd, { type: 'choose', quoteId: 'ltc' })).toContain('signal');
  });

  it('the workflow, of a status, an asset and a hold, once the deadline has passed', () => {
    const { expiresAtMs } = facts();
    for (const [before, event] of [
      [facts(), { type: 'choose', quoteId: 'ltc' }],
      [confirming, { type: 'hold' }],
    ] as const) {
      expect(types(before, event, expiresAtMs - 1)).toEqual([]);
      expect(types(before, event, expiresAtMs)).toEqual(['signal']);
    }
    expect(types({ ...confirming, payments: [payment('a', 400n)] }, changed, expiresAtMs)).toEqual([
      'publish',
      'signal',
    ]);
    const partly = pay(facts(), [payment('a', 400n)]);
    expect(types(withPayments(partly, payment('a', 400n), payment('b', 1n)), changed)).toEqual([]);
    const over = step(pay(facts(), [payment('a', 1_500n, confirmed)]), settle);
    expect(types(over, complete)).toEqual(['settle', 'publish']);
  });

  it('nobody, of money that is let go where nothing was chosen', () => {
    const error = facts({ status: 'error', ...nowhere });
    expect(types(error, { type: 'resolve_invalid', note: '' })).toEqual(['publish', 'signal']);
  });

  it.each([
    ['done', true, true],
    ['done', false, false],
    ['refund_requested', true, true],
    ['refund_requested', false, false],
    ['pending', false, true],
    ['error', false, true],
  ] as const)('a workflow of %s that is ready (%s) has something to do: %s', (status, ready, needed) => {
    expect(needsWorkflow(status, ready)).toBe(needed);
  });
});

describe('what the workflow knows', () => {
  it('is copied from the row, with the newest payment that counts', () => {
    const payments = [
      payment('a', 1n),
      payment('b', 1n, { ...onLtc, txid: 'newest' }),
      payment('c', 1n, { status: 'dropped' }),
      payment('d', 1n, unquoted),
    ];
    const row = { version: 4, status: 'confirming', statusReason: 'payment_found', quoteId: 'ltc' } as const;
    const more = { needsOperator: true, expiryDecided: true, complianceHold: true, gateLocked: true };
    expect(snapshotOf(facts({ ...row, ...more, payments }), ON_TIME_MS)).toEqual({
      version: 4,
      status: 'confirming',
      reason: 'payment_found',
      gateId: 'LTC',
      network: 'LTC',
      txid: 'newest',
      needsOperator: true,
      expiryDecided: true,
      held: true,
      ready: false,
      lapsesAtMs: ON_TIME_MS + 1.5 * 3_600_000,
    });
    expect(snapshotOf(facts(nowhere), ON_TIME_MS)).toEqual({
      version: 1,
      status: 'pending',
      reason: null,
      gateId: null,
      network: null,
      txid: null,
      needsOperator: false,
      expiryDecided: false,
      lapsesAtMs: null,
      ready: false,
    });
  });

  it('is that nothing can be settled yet, or that it can', () => {
    expect(snapshotOf(confirming, ON_TIME_MS).ready).toBe(false);
    expect(snapshotOf(pay(confirming, [payment('a', ASKED, confirmed)]), ON_TIME_MS).ready).toBe(true);
  });

  it('is when money of its own quote loses the rate, and none where it rests or nothing was chosen', () => {
    const early = payment('b', 5n, { ...onLtc, firstSeenAtMs: ON_TIME_MS - 3_000_000 });
    const none = payment('c', 0n, { firstSeenAtMs: ON_TIME_MS - 3_000_000 });
    const at = withPayments(confirming, payment('a', ASKED), early, none);
    expect(snapshotOf(at, ON_TIME_MS).lapsesAtMs).toBe(ON_TIME_MS + 2 * 3_600_000);
    const late = withPayments(expired(), payment('a', ASKED, { firstSeenAtMs: LATE_MS }));
    expect(snapshotOf(late, LATE_MS).lapsesAtMs).toBeNull();
    expect(snapshotOf(facts({ ...nowhere, payments: [payment('x', 5n, unquoted)] }), ON_TIME_MS).lapsesAtMs).toBeNull();
  });
});

describe('a reorganisation that withdraws an open refund', () => {
  it('lets the merchant cover only what has left', () => {
    const left: RefundFact = { gateId: 'BTC', amountMinor: 300n, drawnMinor: 300n, open: false };
    const open: RefundFact = { gateId: 'BTC', amountMinor: 400n, drawnMinor: 400n, open: true };
    const before = facts({
      status: 'refund_requested',
      before: { status: 'partially_refunded', reason: null, settledMinor: 300n },
      quotes: [ltc, btc],
      amountSettledMinor: 300n,
      amountRefundedMinor: 300n,
      refundOpen: true,
      refunds: [left, open],
      payments: [credited('a', 500n, { status: 'dropped' }), credited('b', 500n)],
    });
    const outcome = nextInvoice(before, changed, ON_TIME_MS);
    expect(outcome.effects).toContainEqual({ type: 'cover', gateId: 'BTC', minor: 500n });
    const after = afterWithdrawal(outcome, { ...before, refunds: [left], refundOpen: false });
    expect(after).toEqual({ ...outcome, effects: expect.any(Array) });
    expect(after.effects[0]).toEqual({ type: 'cover', gateId: 'BTC', minor: 100n });
    expect(after.effects.map(({ type }) => type)).toEqual([
      'cover',
      'reverse',
      'freeze',
      'void_refund',
      'alert',
      'alert',
      'publish',
      'signal',
    ]);
    expect(after.effects.slice(1)).toEqual(outcome.effects.slice(1));
  });
});
