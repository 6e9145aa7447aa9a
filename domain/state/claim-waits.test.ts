import { expect, test } from 'vitest';
import { CLAIM_WAITS, type ClaimSnapshot, nextClaimStep } from './claim-waits.ts';

const DAY = 24 * 3_600_000;
const at = (change: Partial<ClaimSnapshot>, tried: { tries?: number; triedAtMs?: number } = {}) => ({
  snapshot: { version: 1, status: 'review', reason: null, needsOperator: false, ...change } as ClaimSnapshot,
  ...{ sinceMs: 0, tries: 0, triedAtMs: 0, trouble: null, waits: CLAIM_WAITS, ...tried },
});

test('asks the chain at once, then after growing pauses', () => {
  expect(nextClaimStep(at({ status: 'checking' }), 0)).toMatchObject({ kind: 'act', act: 'check' });
  expect(nextClaimStep(at({ status: 'checking' }, { tries: 2, triedAtMs: 10 }), 11)).toMatchObject({
    ...{ kind: 'wait', untilMs: 2_010 },
  });
});

test('reminds the staff of a decision and of a loss every day', () => {
  for (const change of [{}, { status: 'done', needsOperator: true }] as const) {
    expect(nextClaimStep(at(change), DAY - 1)).toMatchObject({ kind: 'wait', untilMs: DAY });
    expect(nextClaimStep(at(change), DAY)).toMatchObject({ kind: 'act', act: 'remind' });
  }
});

test('ends with nothing left to wait for', () => {
  for (const status of ['done', 'declined', 'recorded'] as const)
    expect(nextClaimStep(at({ status }), 0).kind).toBe('end');
  expect(nextClaimStep(at({ status: 'paying' }), 0).kind).toBe('wait');
});
