import { describe, expect, it } from 'vitest';
import { INVOICE_STATUSES, RESTING_STATUSES } from './invoice-status.ts';
import { DEFAULT_WAITS, type InvoiceMoment, nextInvoiceStep } from './invoice-waits.ts';
import type { InvoiceWatch } from './invoice-watch.ts';

const NOW_MS = 1_000_000;

function moment(watch: Partial<InvoiceWatch>, changes: Partial<InvoiceMoment> = {}): InvoiceMoment {
  return {
    watch: {
      version: 1,
      status: 'pending',
      reason: null,
      gateId: 'BTC',
      network: 'BTC',
      txid: null,
      needsOperator: false,
      expiryDecided: false,
      ready: false,
      ...watch,
    },
    expiresAtMs: NOW_MS + 60_000,
    sinceMs: NOW_MS,
    idleActs: 0,
    idleSinceMs: 0,
    waits: DEFAULT_WAITS,
    ...changes,
  };
}

describe('what a workflow does next', () => {
  it('waits for the deadline and a moment more, so that the chain was looked at past it', () => {
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

  it('repeats an act that found nothing to do after pauses that double, to five minutes at most', () => {
    const past = { expiresAtMs: NOW_MS - 10_000, idleSinceMs: NOW_MS };
    const pauses = [1, 2, 3, 12].map((idleActs) => {
      const next = nextInvoiceStep(moment({}, { ...past, idleActs }), NOW_MS);
      return next.kind === 'wait' ? next.untilMs - NOW_MS : null;
    });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 300_000]);
    expect(nextInvoiceStep(moment({}, { ...past, idleActs: 2 }), NOW_MS + 2_000)).toMatchObject({ kind: 'act' });
  });

  it('says in words what an operator can do', () => {
    const words = (watch: Partial<InvoiceWatch>) => nextInvoiceStep(moment(watch), NOW_MS).words;
    expect(words({ status: 'error', reason: 'reorganised' })).toContain('"resolve"');
    expect(words({ status: 'processing', reason: 'compliance_hold' })).toContain('"approve"');
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
