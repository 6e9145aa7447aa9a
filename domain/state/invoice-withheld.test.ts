import { describe, expect, it } from 'vitest';
import {
  ASKED,
  carried,
  done,
  expired,
  facts,
  LATE_MS,
  pay,
  payment,
  quote,
  refused,
  step,
} from './invoice.fixture.ts';
import type { InvoiceFacts } from './invoice-facts.ts';

const settle = { type: 'settle' } as const;
const deadline = { type: 'deadline' } as const;
const confirmed = { status: 'confirmed' } as const;
const late = { firstSeenAtMs: LATE_MS } as const;

describe('money that staff hold, or that is not final, is settled once that ends', () => {
  const gone = [payment('a', ASKED, { status: 'seen' })];
  const back = [payment('a', ASKED, confirmed)];
  const hold = { type: 'hold' } as const;
  const clear = { type: 'clear' } as const;
  const lostAndHeld = (before: InvoiceFacts) => step(pay(before, gone), hold);
  const refunded = (minor: bigint) => step(step(done(), { type: 'refund', minor }), { type: 'refund_sent', minor });

  it('reorganized, held and mined again, it is settled by the release', () => {
    const held = pay(lostAndHeld(done()), back);
    expect(held).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality', amountSettledMinor: 0n });
    expect(refused(held, { type: 'complete' })).toBe('illegal_transition');
    expect(refused(held, settle)).toBe('illegal_transition');
    // Lost once more before the release, it is still known what it was.
    const lostAgain = pay(held, gone);
    expect(lostAgain).toMatchObject({ status: 'error', statusReason: 'reorganised', before: { status: 'done' } });
    expect(step(pay(lostAgain, back), clear)).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
    const released = step(held, clear);
    expect(released).toMatchObject({ status: 'done', complianceHold: false, amountSettledMinor: ASKED });
    expect(refused(released, clear)).toBe('illegal_transition');
  });

  it('coins that a reorganization left settled stay on the balance while the rest is held', () => {
    const two = [payment('a', 600n, confirmed), payment('b', 400n, confirmed)];
    const paid = step(pay(facts(), two), settle);
    const lost = step(pay(paid, [payment('a', 600n, confirmed), payment('b', 400n, { status: 'seen' })]), hold);
    expect(lost).toMatchObject({ status: 'error', amountSettledMinor: 600n });
    const held = pay(lost, two);
    expect(held).toMatchObject({ status: 'processing', amountSettledMinor: 600n });
    expect(step(held, clear)).toMatchObject({ status: 'done', amountSettledMinor: ASKED, before: null });
  });

  it('an invoice that was never settled returns to its status also while it is held', () => {
    const paidLate = pay(expired(), [payment('a', ASKED, { ...late, ...confirmed })], LATE_MS);
    const lost = step(pay(paidLate, [payment('a', ASKED, { ...late, status: 'seen' })], LATE_MS), hold, LATE_MS);
    const again = pay(lost, [payment('a', ASKED, { ...late, ...confirmed })], LATE_MS);
    expect(again).toMatchObject({ status: 'expired_paid', amountSettledMinor: 0n });
  });

  it('and so it is when an operator returns the invoice to its earlier status', () => {
    const lost = lostAndHeld(done());
    const part = { ...lost, payments: carried(lost, [payment('a', 600n, confirmed)]) };
    const resolved = step(part, { type: 'resolve_earlier', note: '' });
    expect(resolved).toMatchObject({ status: 'done', complianceHold: true, amountSettledMinor: 0n });
    expect(step(resolved, clear)).toMatchObject({ status: 'done', amountSettledMinor: 600n });
  });

  it('an excess that the merchant kept is settled with the rest', () => {
    const kept = step(step(pay(facts(), [payment('a', 1_500n, confirmed)]), settle), { type: 'complete' });
    const held = step(pay(kept, [payment('a', 1_500n, { status: 'seen' })]), hold);
    const again = pay(held, [payment('a', 1_500n, confirmed)]);
    expect(again).toMatchObject({ status: 'processing', amountSettledMinor: 0n });
    expect(step(again, clear)).toMatchObject({ status: 'done', amountSettledMinor: 1_500n, before: null });
    const over = step(pay(facts(), [payment('a', 1_500n, confirmed)]), settle);
    const overHeld = pay(step(pay(over, [payment('a', 1_500n, { status: 'seen' })]), hold), [
      payment('a', 1_500n, confirmed),
    ]);
    expect(overHeld).toMatchObject({ status: 'processing', amountSettledMinor: 0n });
    expect(step(overHeld, clear)).toMatchObject({ status: 'overpaid', amountSettledMinor: ASKED });
  });

  it('a refund of the excess that had been signed makes a held invoice done, and nothing of it the merchant’s', () => {
    const late150 = pay(expired(), [payment('a', 1_500n, { ...late, ...confirmed })], LATE_MS);
    const held = step(step(late150, { type: 'refund', minor: 500n }), hold);
    const sent = step(held, { type: 'refund_sent', minor: 500n });
    expect(sent).toMatchObject({ status: 'done', complianceHold: true, amountSettledMinor: 0n });
    expect(step(sent, clear)).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
  });

  it.each([
    ['in part', 400n, 'partially_refunded'],
    ['whole', ASKED, 'refunded'],
  ] as const)('refunded %s, what had been settled is settled again by the release', (_how, minor, status) => {
    const held = pay(lostAndHeld(refunded(minor)), back);
    expect(held).toMatchObject({ status, amountSettledMinor: 0n, before: { settledMinor: ASKED } });
    expect(step(held, clear)).toMatchObject({ status, amountSettledMinor: ASKED, before: null });
    // Lost once more before the release, it is still known.
    const twice = pay(pay(held, gone), back);
    expect(step(twice, clear)).toMatchObject({ status, amountSettledMinor: ASKED, before: null });
  });

  it('with a refund in progress, also where its outcome comes before the release', () => {
    const refunding = step(done(), { type: 'refund', minor: 400n });
    const open = { ...lostAndHeld(refunding), refundOpen: true };
    const held = { ...pay(open, back), refundOpen: true };
    expect(held).toMatchObject({ status: 'refund_requested', amountSettledMinor: 0n });
    expect(step(held, clear)).toMatchObject({ status: 'refund_requested', amountSettledMinor: ASKED });
    const sent = step(held, { type: 'refund_sent', minor: 400n });
    expect(sent).toMatchObject({ status: 'partially_refunded', amountSettledMinor: 0n });
    expect(step(sent, clear)).toMatchObject({ status: 'partially_refunded', amountSettledMinor: ASKED, before: null });
  });

  it('hazard 30: a large amount that is mined again, or tops up a settled invoice, waits until it is final', () => {
    const large = { quotes: [quote('btc', 'ETH', ASKED)], underpaidPolicy: 'accept' } as const;
    const final = { ...confirmed, finalized: true } as const;
    const settled = step(pay(facts(large), [payment('a', ASKED, final)]), settle);
    expect(settled).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
    const again = pay(pay(settled, gone), back);
    expect(again).toMatchObject({ status: 'processing', amountSettledMinor: 0n });
    expect(pay(again, [payment('a', ASKED, final)])).toMatchObject({ status: 'done', amountSettledMinor: ASKED });

    const accepted = step(pay(facts(large), [payment('a', 1n, confirmed)]), deadline, LATE_MS);
    expect(accepted).toMatchObject({ status: 'done', amountSettledMinor: 1n });
    const rest = (finalized: boolean) => payment('b', 999n, { ...late, ...confirmed, finalized });
    const topped = pay(accepted, [payment('a', 1n, final), rest(false)], LATE_MS);
    expect(topped).toMatchObject({ status: 'done', amountSettledMinor: 1n });
    expect(pay(topped, [payment('a', 1n, final), rest(true)], LATE_MS)).toMatchObject({ amountSettledMinor: ASKED });
  });
});
