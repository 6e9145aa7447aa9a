import { describe, expect, it } from 'vitest';
import { DEPOSIT_WAITS, type DepositSnapshot, needsWorkflow, nextDepositStep } from './deposit-waits.ts';

const NOW_MS = 1_000_000_000;
const snapshot = (more: Partial<DepositSnapshot> = {}): DepositSnapshot => ({
  version: 1,
  status: 'processing',
  reason: null,
  needsOperator: false,
  ...more,
});
const step = (more: Partial<DepositSnapshot>, { tries = 0, nowMs = NOW_MS } = {}) =>
  nextDepositStep(
    { snapshot: snapshot(more), sinceMs: NOW_MS, tries, triedAtMs: NOW_MS, trouble: null, waits: DEPOSIT_WAITS },
    nowMs,
  );

describe('the workflow of a deposit', () => {
  it('settles at once what is confirmed, and tries again after a pause', () => {
    const message = 'Settling it to the merchant’s balance.';
    expect(step({})).toEqual({ kind: 'act', act: 'settle', message });
    expect(step({}, { tries: 2 })).toMatchObject({ kind: 'wait', untilMs: NOW_MS + 2_000 });
  });

  it('ends while staff hold it, and is started again by the release', () => {
    expect(step({ held: true })).toMatchObject({ kind: 'end', message: expect.stringContaining('held by compliance') });
    expect([needsWorkflow(snapshot({ held: true })), needsWorkflow(snapshot())]).toEqual([false, true]);
    expect(step({ held: true, needsOperator: true, status: 'error' })).toMatchObject({ kind: 'wait' });
  });

  it('waits for finality, and looks itself after an hour', () => {
    const reason = 'awaiting_finality';
    const message = 'Waiting for the chain to call the blocks of this large amount final.';
    expect(step({ reason })).toEqual({ kind: 'wait', untilMs: NOW_MS + 3_600_000, message });
    expect(step({ reason }, { nowMs: NOW_MS + 3_600_000 })).toMatchObject({ kind: 'act', act: 'settle' });
  });

  it('reminds operators each day of money that a reorganization took', () => {
    const lost = { status: 'error', reason: 'reorganized', needsOperator: true } as const;
    const message = 'Settled money was reorganized. Waiting for the chain or an operator.';
    expect(step(lost)).toEqual({ kind: 'wait', untilMs: NOW_MS + 86_400_000, message });
    expect(step(lost, { nowMs: NOW_MS + 86_400_000 })).toMatchObject({ kind: 'act', act: 'remind' });
  });

  it('says why it ends', () => {
    const messages = [{ reason: 'below_minimum' }, { held: true }, { status: 'done' }] as const;
    expect(messages.map((each) => step(each).message)).toEqual([
      'Nothing to do while it is processing (below minimum).',
      'Nothing to do while it is processing and held by compliance.',
      'Nothing to do while it is done.',
    ]);
  });

  it('is not there for what only the chain or more money moves', () => {
    const idle: Partial<DepositSnapshot>[] = [
      { status: 'created' },
      { status: 'pending' },
      { status: 'confirming' },
      { reason: 'below_minimum' },
      { status: 'done' },
      { status: 'error', reason: 'dropped' },
    ];
    for (const each of idle) {
      expect(needsWorkflow(snapshot(each))).toBe(false);
      expect(step(each).kind).toBe('end');
    }
  });
});
