import { expect, test } from 'vitest';
import { CLAIM_WAITS, type ClaimSnapshot, nextClaimStep } from './claim-waits.ts';

const DAY = 24 * 3_600_000;
const at = (change: Partial<ClaimSnapshot>, tried: { tries?: number; triedAtMs?: number } = {}) => ({
  snapshot: { version: 1, status: 'review', reason: null, needsOperator: false, ...change } as ClaimSnapshot,
  sinceMs: 0,
  tries: 0,
  triedAtMs: 0,
  trouble: null,
  waits: CLAIM_WAITS,
  ...tried,
});

test('asks the chain at once, then after growing pauses', () => {
  expect(nextClaimStep(at({ status: 'checking' }), 0)).toEqual({
    kind: 'act',
    act: 'check',
    message: 'Asking the chain again.',
  });
  expect(nextClaimStep(at({ status: 'checking' }, { tries: 2, triedAtMs: 10 }), 11)).toMatchObject({
    kind: 'wait',
    untilMs: 2_010,
  });
});

const decision = 'Waiting for a decision of the staff, on the page Claims of the console.';
const loss = 'Paid back, then the payment was reorganized. Waiting for the chain or an operator.';

test.each<[string, Partial<ClaimSnapshot>]>([
  [decision, {}],
  [loss, { status: 'done', needsOperator: true }],
  [loss, { status: 'paying', needsOperator: true }],
  ['Waiting for its payout.', { status: 'paying' }],
])('reminds the staff every day: %s', (message, change) => {
  expect(nextClaimStep(at(change), DAY - 1)).toEqual({ kind: 'wait', untilMs: DAY, message });
  expect(nextClaimStep(at(change), DAY)).toEqual({ kind: 'act', act: 'remind', message });
  expect(nextClaimStep(at(change, { tries: 1, triedAtMs: 9 }), DAY)).toEqual({
    kind: 'wait',
    untilMs: DAY + 9,
    message,
  });
});

test('looks after its own time at a payout, and reminds of the rest after another', () => {
  const untilMs = (change: Partial<ClaimSnapshot>) => {
    const step = nextClaimStep({ ...at(change), waits: { reminderMs: 10, payoutMs: 20 } }, 0);
    return step.kind === 'wait' ? step.untilMs : null;
  };
  expect([{}, { status: 'paying', needsOperator: true } as const, { status: 'paying' } as const].map(untilMs)).toEqual([
    10, 10, 20,
  ]);
});

test.each(['done', 'declined', 'recorded'] as const)('ends with nothing left to wait for, being %s', (status) => {
  expect(nextClaimStep(at({ status }), 0)).toEqual({ kind: 'end', message: `Nothing to do while it is ${status}.` });
});
