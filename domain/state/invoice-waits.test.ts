import { describe, expect, it } from 'vitest';
import type { InvoiceSnapshot } from './invoice-snapshot.ts';
import { INVOICE_STATUSES, RESTING_STATUSES } from './invoice-status.ts';
import { DEFAULT_WAITS, type InvoiceMoment, nextInvoiceStep, sleepsUntilDeadline } from './invoice-waits.ts';

const NOW_MS = 1_000_000;

function moment(snapshot: Partial<InvoiceSnapshot>, changes: Partial<InvoiceMoment> = {}): InvoiceMoment {
  return {
    snapshot: {
      version: 1,
      status: 'pending',
      reason: null,
      gateId: 'BTC',
      network: 'BTC',
      txid: null,
      needsOperator: false,
      expiryDecided: false,
      ready: false,
      ...snapshot,
    },
    expiresAtMs: NOW_MS + 60_000,
    sinceMs: NOW_MS,
    tries: 0,
    triedAtMs: 0,
    trouble: null,
    waits: DEFAULT_WAITS,
    ...changes,
  };
}

/** The deadline was before the invoice was paid. */
const PAST_DEADLINE = { expiresAtMs: NOW_MS - 60_000 };

describe('what a workflow does next', () => {
  it('waits for the deadline and a moment more, so that the chain was read past it', () => {
    expect(nextInvoiceStep(moment({}), NOW_MS)).toMatchObject({ kind: 'wait', untilMs: NOW_MS + 61_000 });
    expect(nextInvoiceStep(moment({}), NOW_MS + 61_000)).toMatchObject({ kind: 'act', act: 'expire' });
  });

  it('settles at once what is ready, whatever it waited for', () => {
    for (const status of ['confirming', 'processing', 'expired_paid'] as const) {
      expect(nextInvoiceStep(moment({ status, ready: true }), NOW_MS)).toMatchObject({ kind: 'act', act: 'settle' });
    }
  });

  it('gives what was paid in part a day after the deadline was judged', () => {
    const partly = moment({ status: 'partially_paid', expiryDecided: true });
    expect(nextInvoiceStep(partly, NOW_MS)).toMatchObject({ kind: 'wait', untilMs: NOW_MS + 86_400_000 });
    expect(nextInvoiceStep(partly, NOW_MS + 86_400_000)).toMatchObject({ kind: 'act', act: 'overdue' });
  });

  it('rechecks when the first unconfirmed payment loses the locked rate', () => {
    const lapsesAtMs = NOW_MS + 3_600_000;
    for (const snapshot of [{ status: 'confirming' }, { status: 'partially_paid', expiryDecided: true }] as const) {
      const at = moment({ ...snapshot, lapsesAtMs }, PAST_DEADLINE);
      expect(nextInvoiceStep(at, NOW_MS)).toMatchObject({ kind: 'wait', untilMs: lapsesAtMs + 1_000 });
      expect(nextInvoiceStep(at, lapsesAtMs + 1_000)).toMatchObject({ kind: 'act', act: 'recheck' });
    }
  });

  it('asks operators all the same if the chain is not read for that long', () => {
    const lapsesAtMs = NOW_MS + 3_600_000;
    const late = { lapsesAtMs, status: 'confirming' } as const;
    const dueMs = NOW_MS + DEFAULT_WAITS.confirmationMs;
    expect(nextInvoiceStep(moment(late, { tries: 9, triedAtMs: dueMs - 400_000 }), dueMs - 1)).toMatchObject({
      act: 'recheck',
    });
    expect(nextInvoiceStep(moment(late, { tries: 9, triedAtMs: dueMs - 400_000 }), dueMs)).toMatchObject({
      act: 'overdue',
    });
  });

  it('checks once at the deadline unless notified before of a payment that is gone again', () => {
    const deadlineMs = NOW_MS + 61_000;
    const at = (changes: Partial<InvoiceMoment>) => moment({ status: 'confirming' }, changes);
    expect(nextInvoiceStep(at({}), NOW_MS)).toMatchObject({ kind: 'wait', untilMs: deadlineMs });
    expect(nextInvoiceStep(at({ tries: 3, triedAtMs: deadlineMs - 1 }), NOW_MS)).toMatchObject({ untilMs: deadlineMs });
    expect(nextInvoiceStep(at({}), deadlineMs)).toMatchObject({ kind: 'act', act: 'recheck' });
    for (const changes of [{ triedAtMs: deadlineMs, tries: 1 }, { sinceMs: deadlineMs }]) {
      const next = nextInvoiceStep(at(changes), deadlineMs);
      expect(next).toMatchObject({ kind: 'wait' });
      expect(next).not.toMatchObject({ untilMs: deadlineMs });
    }
  });

  it('waits for confirmations without a bound of the locked rate, if it has none', () => {
    const { untilMs } = nextInvoiceStep(moment({ status: 'confirming' }, PAST_DEADLINE), NOW_MS) as { untilMs: number };
    expect(untilMs).toBe(NOW_MS + DEFAULT_WAITS.confirmationMs);
  });

  it('repeats an act that found nothing to do after pauses that double, to five minutes at most', () => {
    const past = { expiresAtMs: NOW_MS - 10_000, triedAtMs: NOW_MS };
    const pauses = [1, 2, 3, 12].map((tries) => {
      const next = nextInvoiceStep(moment({}, { ...past, tries }), NOW_MS);
      return next.kind === 'wait' ? next.untilMs - NOW_MS : null;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 300_000]);
    expect(nextInvoiceStep(moment({}, { ...past, tries: 2 }), NOW_MS + 2_000)).toMatchObject({ kind: 'act' });
  });

  it('says in words what an operator can do', () => {
    const message = (snapshot: Partial<InvoiceSnapshot>) => nextInvoiceStep(moment(snapshot), NOW_MS).message;
    expect(message({ status: 'error', reason: 'reorganised' })).toBe(
      'An operator must decide (reorganised): send the update "resolve".',
    );
    expect(message({ status: 'error' })).toBe('An operator must decide (unknown): send the update "resolve".');
    expect(message({ status: 'processing', reason: 'awaiting_finality', held: true })).toBe(
      'Confirmed, but held by compliance. An operator can release it with the update "approve".',
    );
  });

  it('says in words what it waits for', () => {
    const message = (snapshot: Partial<InvoiceSnapshot>) => nextInvoiceStep(moment(snapshot), NOW_MS).message;
    const nowhere = { gateId: null, network: null };
    expect(message({ ready: true })).toBe('Settling the confirmed payments.');
    expect(message({ status: 'new' })).toBe('Waiting for the payer to choose an asset before the deadline.');
    expect(message({ network: 'ETH' })).toBe('Waiting for BTC on ETH until the deadline.');
    expect(message(nowhere)).toBe('Waiting for a payment on its network until the deadline.');
    expect(message({ status: 'partially_paid' })).toBe(
      'Partially paid. Waiting for the rest in BTC on BTC until the deadline.',
    );
    expect(message({ status: 'partially_paid', expiryDecided: true })).toBe(
      'Partially paid at the deadline. Waiting until the detected payments are confirmed or dropped.',
    );
    expect(message({ status: 'confirming' })).toBe('Paid. Waiting for confirmations on BTC.');
    expect(message({ status: 'confirming', ...nowhere })).toBe('Paid. Waiting for confirmations on the network.');
    for (const snapshot of [{}, { held: false }]) {
      expect(message({ status: 'processing', ...snapshot })).toBe(
        'Confirmed. Waiting until the blocks with this large amount are final.',
      );
    }
    expect(message({ status: 'expired_paid' })).toBe('Ended as expired paid.');
    expect(message({ status: 'expired', reason: 'not_confirmed_in_time' })).toBe(
      'Ended as expired (not confirmed in time).',
    );
    const idle = nextInvoiceStep(moment({ ready: true }, { tries: 2, triedAtMs: NOW_MS }), NOW_MS);
    expect(idle.message).toBe('Settling the confirmed payments. Tried twice; trying again.');
  });

  it('waits as long as the usual waits say, and then acts', () => {
    const HOUR_MS = 3_600_000;
    expect(DEFAULT_WAITS).toEqual({
      graceMs: 1_000,
      partialMs: 24 * HOUR_MS,
      confirmationMs: 14 * 24 * HOUR_MS,
      reminderMs: 24 * HOUR_MS,
    });
    const endOf = (snapshot: Partial<InvoiceSnapshot>, changes: Partial<InvoiceMoment> = {}) => {
      const at = moment(snapshot, changes);
      const next = nextInvoiceStep(at, NOW_MS);
      if (next.kind !== 'wait') return null;
      expect(nextInvoiceStep(at, next.untilMs - 1)).toEqual(next);
      const then = nextInvoiceStep(at, next.untilMs);
      return [next.untilMs - NOW_MS, then.kind === 'act' ? then.act : then.kind];
    };
    expect(endOf({ status: 'new' })).toEqual([61_000, 'expire']);
    expect(endOf({ status: 'partially_paid' })).toEqual([61_000, 'expire']);
    expect(endOf({ status: 'confirming' })).toEqual([61_000, 'recheck']);
    expect(endOf({ status: 'confirming' }, PAST_DEADLINE)).toEqual([14 * 24 * HOUR_MS, 'overdue']);
    expect(endOf({ status: 'processing' })).toEqual([14 * 24 * HOUR_MS, 'overdue']);
    expect(endOf({ status: 'error' })).toEqual([24 * HOUR_MS, 'remind']);
    expect(endOf({ status: 'error' }, { tries: 2 })).toEqual([3 * 24 * HOUR_MS, 'remind']);
    const reminded = moment({ status: 'error' }, { tries: 2, triedAtMs: NOW_MS + 3 * 24 * HOUR_MS });
    expect(nextInvoiceStep(reminded, NOW_MS + 3 * 24 * HOUR_MS)).toMatchObject({ act: 'remind' });
    const first = moment({ status: 'confirming', ready: true }, { triedAtMs: NOW_MS });
    expect(nextInvoiceStep(first, NOW_MS)).toMatchObject({ act: 'settle' });
  });

  it('asks operators first where the locked rate would be lost later than that', () => {
    const dueMs = NOW_MS + DEFAULT_WAITS.confirmationMs;
    for (const lapsesAtMs of [dueMs, dueMs + 5, null]) {
      const at = moment({ status: 'confirming', lapsesAtMs }, PAST_DEADLINE);
      expect(nextInvoiceStep(at, NOW_MS)).toMatchObject({ kind: 'wait', untilMs: dueMs });
      expect(nextInvoiceStep(at, dueMs)).toMatchObject({ act: 'overdue' });
    }
    const justBefore = moment({ status: 'confirming', lapsesAtMs: dueMs - 1 }, PAST_DEADLINE);
    expect(nextInvoiceStep(justBefore, NOW_MS)).toMatchObject({ kind: 'wait', untilMs: dueMs + 999 });
  });

  it('ends exactly where nothing is left to wait for, and every wait has an end', () => {
    for (const status of INVOICE_STATUSES) {
      const next = nextInvoiceStep(moment({ status }), NOW_MS);
      const rests = RESTING_STATUSES.has(status) || status === 'refund_requested';
      expect([status, next.kind]).toEqual([status, rests ? 'end' : 'wait']);
      if (next.kind === 'wait') expect(next.untilMs - NOW_MS).toBeLessThanOrEqual(DEFAULT_WAITS.confirmationMs);
    }
  });
});

describe('a workflow sleeps until the deadline', () => {
  const awake = { ready: false, needsOperator: false };

  it('while it has nothing to do before', () => {
    const sleeping = INVOICE_STATUSES.filter((status) => sleepsUntilDeadline({ status, ...awake }, NOW_MS, NOW_MS - 1));
    expect([...sleeping].sort()).toEqual(['confirming', 'new', 'partially_paid', 'pending']);
  });

  it('but not after it, nor while there is money to settle or an operator is needed', () => {
    const pending = { status: 'pending', ...awake } as const;
    expect(sleepsUntilDeadline(pending, NOW_MS, NOW_MS)).toBe(false);
    expect(sleepsUntilDeadline({ ...pending, ready: true }, NOW_MS, NOW_MS - 1)).toBe(false);
    expect(sleepsUntilDeadline({ ...pending, needsOperator: true }, NOW_MS, NOW_MS - 1)).toBe(false);
  });
});
