import { describe, expect, it } from 'vitest';
import { confirmationLimitMs } from '../assets/assets.ts';
import {
  ASKED,
  DEADLINE_MS,
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
import { snapshotOf } from './invoice.ts';
import type { InvoiceFacts, PaymentFact } from './invoice-facts.ts';

const HOUR_MS = 3_600_000;
const settle = { type: 'settle' } as const;
const deadline = { type: 'deadline' } as const;
/** Two usual blocks of Bitcoin, six times over. */
const UNTIL_MS = ON_TIME_MS + 2 * HOUR_MS;

const unconfirmed = (id: string, minor: bigint, chainReadAtMs: number, changes: Partial<PaymentFact> = {}) =>
  payment(id, minor, { chainReadAtMs, ...changes });
const confirmed = (id: string, minor: bigint, confirmedAtMs: number, changes: Partial<PaymentFact> = {}) =>
  payment(id, minor, { status: 'confirmed', confirmedAtMs, chainReadAtMs: confirmedAtMs, ...changes });
const confirming = (changes: Partial<InvoiceFacts> = {}) => pay(facts(changes), [unconfirmed('a', ASKED, ON_TIME_MS)]);

describe('the confirmation limit of a network', () => {
  it.each([
    ['BTC', 2 * HOUR_MS],
    ['LTC', 1.5 * HOUR_MS],
    ['BCH', 2 * HOUR_MS],
    ['ETH', HOUR_MS],
    ['USDT_ERC20', HOUR_MS],
    ['USDT_TRC20', HOUR_MS],
    ['TRX', HOUR_MS],
    ['XRP', HOUR_MS],
  ] as const)('%s: six times the usual time to its threshold, at least an hour', (gateId, ms) => {
    expect(confirmationLimitMs(gateId)).toBe(ms);
  });
});

describe('M: seen in time, confirmed too late', () => {
  it('waits at the locked rate until the chain was read past the limit', () => {
    expect(pay(confirming(), [unconfirmed('a', ASKED, UNTIL_MS)], LATE_MS)).toMatchObject({ status: 'confirming' });
  });

  it('a full payment that is still unconfirmed then leaves the invoice expired, like unconfirmed late money', () => {
    const lapsed = pay(confirming(), [unconfirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + 1);
    expect(lapsed).toMatchObject({
      status: 'expired',
      statusReason: 'not_confirmed_in_time',
      expiryDecided: true,
      amountPaidMinor: ASKED,
    });
    expect(refused(lapsed, settle)).toBe('illegal_transition');
  });

  it('decides by what the chain showed, however late the decision is made', () => {
    const before = confirming();
    const inTime = pay(before, [confirmed('a', ASKED, UNTIL_MS)], UNTIL_MS + 24 * HOUR_MS);
    expect(inTime.status).toBe('confirming');
    expect(step(inTime, settle, UNTIL_MS + 24 * HOUR_MS)).toMatchObject({ status: 'done' });
    // The node was away: nothing is concluded from what it did not show.
    expect(pay(before, [unconfirmed('a', ASKED, ON_TIME_MS)], UNTIL_MS + 24 * HOUR_MS).status).toBe('confirming');
  });

  it('confirmed after the bound it is paid late: never settled by itself without auto-complete', () => {
    const late = pay(confirming(), [confirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + HOUR_MS);
    expect(late).toMatchObject({
      status: 'expired_paid',
      statusReason: 'not_confirmed_in_time',
      amountSettledMinor: 0n,
    });
    expect(refused(late, settle)).toBe('illegal_transition');
    expect(step(late, { type: 'complete' })).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
  });

  it('with auto-complete its value counts as of its confirmation, not as of the first sight', () => {
    const auto = (confirmedValueMinor: bigint | null) =>
      pay(
        confirming({ autocomplete: true }),
        [confirmed('a', ASKED, UNTIL_MS + 1, { seenValueMinor: 10_000n, confirmedValueMinor })],
        UNTIL_MS + HOUR_MS,
      );
    expect(step(auto(10_000n), settle)).toMatchObject({ status: 'done', statusReason: 'auto_completed' });
    expect(refused(auto(8_000n), settle)).toBe('illegal_transition');
    expect(refused(auto(null), settle)).toBe('illegal_transition');
  });

  it('money that came late is no option either: held back beyond the bound, its first-seen value is void', () => {
    const late = (confirmedAtMs: number, confirmedValueMinor: bigint) =>
      pay(
        expired({ autocomplete: true }),
        [
          confirmed('a', ASKED, confirmedAtMs, {
            firstSeenAtMs: LATE_MS,
            seenValueMinor: 10_000n,
            confirmedValueMinor,
          }),
        ],
        LATE_MS,
      );
    expect(step(late(LATE_MS + 2 * HOUR_MS, 8_000n), settle)).toMatchObject({ status: 'done' });
    expect(refused(late(LATE_MS + 2 * HOUR_MS + 1, 8_000n), settle)).toBe('illegal_transition');
    expect(step(late(LATE_MS + 2 * HOUR_MS + 1, 10_000n), settle)).toMatchObject({ status: 'done' });
  });

  it('a part held back does not keep the rate for the rest', () => {
    const partly = step(pay(facts(), [unconfirmed('a', 400n, ON_TIME_MS)]), deadline, LATE_MS);
    expect(partly).toMatchObject({ status: 'partially_paid' });
    expect(pay(partly, [unconfirmed('a', 400n, UNTIL_MS + 1)], UNTIL_MS + 1)).toMatchObject({ status: 'expired' });
    const both = pay(
      confirming(),
      [confirmed('b', 600n, ON_TIME_MS), unconfirmed('a', 400n, UNTIL_MS + 1)],
      UNTIL_MS + 1,
    );
    expect(both).toMatchObject({ status: 'invalid', amountConfirmedMinor: 600n });
    const topped = [confirmed('b', 600n, ON_TIME_MS), confirmed('a', 400n, UNTIL_MS + 2)];
    expect(pay(both, topped, UNTIL_MS + 2)).toMatchObject({ status: 'expired_paid' });
  });

  it('late money that never confirms does not keep a judged invoice waiting either', () => {
    const waiting = step(pay(facts(), [unconfirmed('a', 400n, ON_TIME_MS)]), deadline, LATE_MS);
    const late = { firstSeenAtMs: LATE_MS };
    const open = pay(waiting, [confirmed('a', 400n, LATE_MS), unconfirmed('b', 600n, LATE_MS, late)], LATE_MS);
    expect(open).toMatchObject({ status: 'partially_paid' });
    const stale = [confirmed('a', 400n, LATE_MS), unconfirmed('b', 600n, LATE_MS + 2 * HOUR_MS + 1, late)];
    expect(pay(open, stale, LATE_MS + 3 * HOUR_MS)).toMatchObject({ status: 'invalid', statusReason: 'underpaid' });
  });

  it('dropped and sent again after the bound it does not come back to the locked rate', () => {
    const dropped = pay(
      step(confirming(), deadline, LATE_MS),
      [unconfirmed('a', ASKED, LATE_MS, { status: 'dropped' })],
      LATE_MS,
    );
    const gone = step(dropped, deadline, LATE_MS);
    expect(gone).toMatchObject({ status: 'expired' });
    expect(pay(gone, [unconfirmed('a', ASKED, LATE_MS)], LATE_MS)).toMatchObject({ status: 'confirming' });
    expect(pay(gone, [unconfirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + 1)).toMatchObject({ status: 'expired' });
    expect(pay(gone, [confirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + 1)).toMatchObject({ status: 'expired_paid' });
  });

  it('a payment found to have confirmed in time brings the invoice back', () => {
    const lapsed = pay(confirming(), [unconfirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + 1);
    expect(pay(lapsed, [confirmed('a', ASKED, UNTIL_MS - 1)], UNTIL_MS + HOUR_MS)).toMatchObject({
      status: 'confirming',
      statusReason: 'payment_found',
    });
  });

  it('a large amount reorganised while it waited, and mined again after the bound, is paid late', () => {
    const large = { quotes: [{ ...facts().quotes[0], finalityFromMinor: ASKED }] as InvoiceFacts['quotes'] };
    const waiting = step(pay(facts(large), [confirmed('a', ASKED, ON_TIME_MS)]), settle);
    expect(waiting).toMatchObject({ status: 'processing', statusReason: 'awaiting_finality' });
    const lost = pay(waiting, [payment('a', ASKED, { status: 'seen' })]);
    expect(lost).toMatchObject({ status: 'error' });
    const back = pay(lost, [confirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + 1);
    const final = pay(back, [confirmed('a', ASKED, UNTIL_MS + 1, { finalized: true })], UNTIL_MS + 2);
    const settled = final.status === 'processing' ? step(final, settle, UNTIL_MS + 2) : final;
    expect(settled).toMatchObject({ status: 'expired_paid', amountSettledMinor: 0n });
    const soon = pay(lost, [confirmed('a', ASKED, UNTIL_MS, { finalized: true })], UNTIL_MS);
    expect(step(soon, settle, UNTIL_MS)).toMatchObject({ status: 'done' });
  });

  it('a merchant who completes a large late payment is not asked again once it is final', () => {
    const large = { quotes: [{ ...facts().quotes[0], finalityFromMinor: ASKED }] as InvoiceFacts['quotes'] };
    const late = pay(confirming(large), [confirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + 1);
    const taken = step(late, { type: 'complete' }, UNTIL_MS + 2);
    expect(taken).toMatchObject({ status: 'processing', amountSettledMinor: 0n });
    const final = [confirmed('a', ASKED, UNTIL_MS + 1, { finalized: true })];
    expect(pay(taken, final, UNTIL_MS + 3)).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
    const held = step({ ...late, complianceHold: true }, { type: 'complete' }, UNTIL_MS + 2);
    const settled = pay(held, final, UNTIL_MS + 3);
    expect(step(settled, { type: 'clear' }, UNTIL_MS + 4)).toMatchObject({ status: 'done', amountSettledMinor: ASKED });
  });

  it('money of a settled invoice that was reorganised and mined again stays settled', () => {
    const done = step(pay(facts(), [confirmed('a', ASKED, ON_TIME_MS)]), settle);
    const lost = pay(done, [payment('a', ASKED, { status: 'seen' })]);
    expect(pay(lost, [confirmed('a', ASKED, UNTIL_MS + HOUR_MS)], UNTIL_MS + HOUR_MS)).toMatchObject({
      status: 'done',
    });
  });

  it('a long deadline is kept: the bound never ends before it', () => {
    const long = { expiresAtMs: DEADLINE_MS + 24 * HOUR_MS };
    const seen = pay(facts(long), [unconfirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + 1);
    expect(seen).toMatchObject({ status: 'confirming' });
    expect(snapshotOf(seen, UNTIL_MS).lapsesAtMs).toBe(long.expiresAtMs);
    expect(step(pay(facts(long), [confirmed('a', ASKED, long.expiresAtMs)]), settle)).toMatchObject({ status: 'done' });
  });

  it('a shop is notified once, of the status that counts', () => {
    const before = { ...confirming(), payments: [unconfirmed('a', ASKED, UNTIL_MS + 1)] };
    expect(types(before, { type: 'payments_changed' }, UNTIL_MS + 1)).toEqual(['publish', 'signal']);
  });
});

describe('what the workflow waits for', () => {
  it('the moment at which the first unconfirmed payment lapses', () => {
    expect(snapshotOf(confirming(), ON_TIME_MS).lapsesAtMs).toBe(UNTIL_MS);
    const two = [
      unconfirmed('a', 600n, ON_TIME_MS),
      unconfirmed('b', 400n, ON_TIME_MS, { firstSeenAtMs: ON_TIME_MS - 5 }),
    ];
    expect(snapshotOf(pay(facts(), two), ON_TIME_MS).lapsesAtMs).toBe(UNTIL_MS - 5);
  });
  it('none where all is confirmed, lapsed, or rests', () => {
    expect(snapshotOf(pay(facts(), [confirmed('a', ASKED, ON_TIME_MS)]), ON_TIME_MS).lapsesAtMs).toBeNull();
    expect(snapshotOf(facts(), ON_TIME_MS).lapsesAtMs).toBeNull();
    const lapsed = pay(confirming(), [unconfirmed('a', ASKED, UNTIL_MS + 1)], UNTIL_MS + 1);
    expect(snapshotOf(lapsed, UNTIL_MS + 1).lapsesAtMs).toBeNull();
  });
});

describe('late money and auto-complete', () => {
  const auto = (lateToleranceBps: number, seenValueMinor: bigint) =>
    pay(
      expired({ autocomplete: true, lateToleranceBps }),
      [payment('a', ASKED, { status: 'confirmed', firstSeenAtMs: DEADLINE_MS + 2_000, seenValueMinor })],
      LATE_MS,
    );
  it('a rate that moved by a hundredth of a per cent two seconds after the deadline does not stop an honest order', () => {
    expect(step(auto(100, 9_999n), settle)).toMatchObject({ status: 'done', statusReason: 'auto_completed' });
  });
  it('may lack what the profile says and not a cent more', () => {
    expect(step(auto(100, 9_900n), settle)).toMatchObject({ status: 'done' });
    expect(refused(auto(100, 9_899n), settle)).toBe('illegal_transition');
    expect(step(auto(0, 10_000n), settle)).toMatchObject({ status: 'done' });
    expect(refused(auto(0, 9_999n), settle)).toBe('illegal_transition');
  });
  it('is about the rate alone: coins that are missing are the underpaid tolerance’s matter', () => {
    const short = payment('a', 999n, { status: 'confirmed', firstSeenAtMs: LATE_MS, seenValueMinor: 20_000n });
    expect(pay(expired({ autocomplete: true, lateToleranceBps: 100 }), [short], LATE_MS).status).toBe('invalid');
  });
});
