import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { withdrawalFacts } from './outflow-facts.fixture.ts';
import { APPROVAL_MS } from './payout-facts.ts';
import { nextWithdrawal, type WithdrawalEffect, type WithdrawalState } from './withdrawal.ts';
import type { WithdrawalEvent } from './withdrawal-event.ts';
import type { WithdrawalFacts } from './withdrawal-facts.ts';
import { EXPLAINED_REASONS, type WithdrawalStatus } from './withdrawal-status.ts';

const NOW = 1_000_000_000;
const user = { kind: 'user', id: 'creator' } as const;
const token = { kind: 'token', id: 'shop' } as const;
const staff = { kind: 'staff', id: 'op' } as const;

const facts = (changes: Partial<WithdrawalFacts> = {}) => withdrawalFacts(NOW, changes);

type Change = Partial<Omit<WithdrawalState, 'version'>>;

/** Expects exactly these changes of the row and these effects; null: nothing happens at all. */
function expectStep(
  before: Partial<WithdrawalFacts>,
  event: WithdrawalEvent,
  [to, effects]: readonly [Change | null, readonly WithdrawalEffect[]],
) {
  const all = facts(before);
  const { status, statusReason, statusWords, needsOperator, bankStage, payeeName, bankReference } = all;
  expect(nextWithdrawal(all, event, NOW)).toEqual({
    changed: to !== null,
    state: {
      version: to === null ? 1 : 2,
      status,
      statusReason,
      statusWords,
      needsOperator,
      bankStage,
      payeeName,
      bankReference,
      ...to,
    },
    effects,
  });
}

function refusalOf(before: Partial<WithdrawalFacts>, event: WithdrawalEvent) {
  try {
    nextWithdrawal(facts(before), event, NOW);
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
  return null;
}

const approve = (by: typeof user | typeof token | typeof staff) => ({ type: 'approve', by, mac: 'm' }) as const;
const cancel = { type: 'cancel', by: user } as const;
const refuse = (reason: 'method_changed' | 'approval_void' | 'hold_mismatch') =>
  ({ type: 'refuse', reason, words: 'Why.' }) as const;
const inFile = { type: 'in_file' } as const;
const accepted = { type: 'accepted' } as const;
const nameQuestion = { type: 'name_question', payeeName: 'Ada', words: 'Another name.' } as const;
const rejected = { type: 'rejected', words: 'Closed.' } as const;
const booked = { type: 'booked', bankReference: 'B1' } as const;
const returned = { type: 'returned', words: 'Refused.' } as const;
const answer = (outcome: 'pay' | 'cancel') => ({ type: 'answer_name', by: user, outcome }) as const;
const overdue = { type: 'overdue', reason: 'bank_overdue' } as const;
const retry = { type: 'retry', by: staff, note: '' } as const;
const paid = { type: 'resolve_paid', by: staff, note: '' } as const;
const unpaid = { type: 'resolve_unpaid', by: staff, note: '' } as const;

const publish = { type: 'publish' } as const;
const ended = (outcome: 'void' | 'post' | 'return' | 'charge') => ({ type: 'end_hold', outcome }) as const;
const takeBack = { type: 'take_from_bank' } as const;
const solved = { type: 'resolve_alert' } as const;
const alert = (what: string) =>
  ({ type: 'alert', message: `The withdrawal is ${what} and needs an operator.` }) as const;

const canceled: Change = { status: 'canceled', statusReason: 'canceled_by_merchant' };
const changedMethod: Change = { status: 'error', statusReason: 'method_changed', statusWords: 'Why.' };
const bankRejected: Change = { status: 'error', statusReason: 'bank_rejected', statusWords: 'Closed.' };
const bankReturned: Change = { status: 'error', statusReason: 'bank_returned', statusWords: 'Refused.' };

type Case = readonly [
  what: string,
  before: Partial<WithdrawalFacts>,
  event: WithdrawalEvent,
  outcome: readonly [Change | null, readonly WithdrawalEffect[]],
];

describe('before the bank has a withdrawal', () => {
  it.each<Case>([
    ['a creator approves it alone', { status: 'new' }, approve(user), approvedBy(user)],
    ['a machine approves it where no person has to', { status: 'new' }, approve(token), approvedBy(token)],
    [
      'staff approve it where a person has to',
      { status: 'new', approvalRequired: true },
      approve(staff),
      approvedBy(staff),
    ],
    [
      'approved, it waits for the cool-off',
      { status: 'new', notBefore: new Date(NOW + 1) },
      approve(user),
      approvedBy(user, { statusReason: 'cooling_off' }),
    ],
    ['approved, the cool-off is over', { status: 'new', notBefore: new Date(NOW) }, approve(user), approvedBy(user)],
    ['new, it is canceled', { status: 'new' }, cancel, [canceled, [ended('void'), publish]]],
    ['pending, it is canceled', { status: 'pending' }, cancel, [canceled, [ended('void'), publish]]],
    ['in the queue, it is canceled', {}, cancel, [canceled, [ended('void'), publish]]],
    [
      'new, its method is changed',
      { status: 'new' },
      refuse('method_changed'),
      [changedMethod, [ended('void'), publish]],
    ],
    [
      'pending, its method is changed',
      { status: 'pending' },
      refuse('method_changed'),
      [changedMethod, [ended('void'), publish]],
    ],
    ['in the queue, its method is changed', {}, refuse('method_changed'), [changedMethod, [ended('void'), publish]]],
    [
      'nobody approved it in time',
      { status: 'new', createdAt: new Date(NOW - APPROVAL_MS) },
      { type: 'approval_overdue' },
      [{ status: 'canceled', statusReason: 'approval_expired' }, [ended('void'), publish]],
    ],
    [
      'its cool-off ends',
      { status: 'pending', statusReason: 'cooling_off', notBefore: new Date(NOW) },
      { type: 'enqueue' },
      [{ status: 'queue', statusReason: null }, [publish]],
    ],
    ['it is put off', {}, { type: 'defer', reason: 'stopped' }, [{ statusReason: 'stopped' }, []]],
    [
      'it is put off for the same reason',
      { statusReason: 'stopped' },
      { type: 'defer', reason: 'stopped' },
      [null, []],
    ],
    [
      'it is given to the bank',
      { statusReason: 'stopped' },
      { type: 'give' },
      [{ statusReason: null, bankStage: 'given' }, [{ type: 'give_to_bank' }]],
    ],
    ...(['approval_void', 'hold_mismatch'] as const).map(
      (reason): Case => [
        `somebody may have changed it (${reason}), so its money stays held`,
        { bankStage: 'given' },
        refuse(reason),
        [
          { status: 'error', statusReason: reason, statusWords: 'Why.', needsOperator: true },
          [alert(`error (${reason.replace('_', ' ')}: Why.)`), publish],
        ],
      ],
    ),
  ])('%s', (_what, before, event, outcome) => {
    expectStep(before, event, outcome);
  });

  it('what can be taken from the next file is taken from it; what is in a file stays', () => {
    const given = { bankStage: 'given' } as const;
    const taken = [takeBack, ended('void'), publish];
    expectStep(given, cancel, [{ ...canceled, bankStage: 'none' }, taken]);
    expectStep(given, refuse('method_changed'), [{ ...changedMethod, bankStage: 'none' }, taken]);
    expect(refusalOf({ bankStage: 'in_file' }, cancel)).toBe('withdrawal_in_file');
    for (const reason of ['method_changed', 'approval_void'] as const) {
      expect(refusalOf({ bankStage: 'in_file' }, refuse(reason))).toBe('withdrawal_in_file');
    }
  });

  function approvedBy(by: typeof user | typeof token | typeof staff, more: Change = {}) {
    return [{ status: 'pending', ...more }, [{ type: 'approve', by, mac: 'm' }, publish]] as const;
  }
});

describe.each(['queue', 'confirming'] as const)('what the bank says of a withdrawal that is %s', (status) => {
  const here = { status, bankStage: 'in_file' } as const;
  const requested = { ...here, statusReason: 'name_question', statusWords: 'Another name.', payeeName: 'Ada' } as const;
  const late = { ...here, statusReason: 'bank_overdue', needsOperator: true } as const;

  it.each<Case>([
    ['is that it has read a file', { ...here, bankStage: 'given' }, inFile, [{ bankStage: 'in_file' }, []]],
    [
      'is that it has read a file, again',
      { ...here, statusReason: 'bank_overdue', statusWords: 'Late.' },
      inFile,
      [null, []],
    ],
    [
      'is a question about the name',
      here,
      nameQuestion,
      [{ statusReason: 'name_question', statusWords: 'Another name.', payeeName: 'Ada' }, [{ type: 'ask_merchant' }]],
    ],
    ['is the same question', requested, nameQuestion, [null, []]],
    [
      'is a rejection',
      { status, payeeName: 'Ada' },
      rejected,
      [{ ...bankRejected, bankStage: 'in_file' }, [ended('void'), publish]],
    ],
    [
      'is a rejection after an alert',
      late,
      rejected,
      [{ ...bankRejected, needsOperator: false }, [ended('void'), solved, publish]],
    ],
    [
      'is the booking',
      { status },
      booked,
      [{ status: 'done', bankStage: 'in_file', bankReference: 'B1' }, [ended('post'), publish]],
    ],
    [
      'is the booking after an alert',
      late,
      booked,
      [
        { status: 'done', statusReason: null, needsOperator: false, bankReference: 'B1' },
        [ended('post'), solved, publish],
      ],
    ],
    [
      'is the booking without a reference',
      { ...here, bankReference: 'B0' },
      { type: 'booked', bankReference: null },
      [{ status: 'done' }, [ended('post'), publish]],
    ],
    ['is the return, before the booking is read', here, returned, [bankReturned, [ended('void'), publish]]],
    [
      'is too late',
      here,
      overdue,
      [{ statusReason: 'bank_overdue', needsOperator: true }, [alert(`${status} (bank overdue)`)]],
    ],
    ['is still missing', late, overdue, [null, []]],
  ])('%s', (_what, before, event, outcome) => {
    expectStep(before, event, outcome);
  });

  it('is answered by a person, once', () => {
    const effect = (outcome: 'pay' | 'cancel') => ({ type: 'answer_bank', by: user, outcome }) as const;
    expectStep(requested, answer('pay'), [{ statusReason: null, statusWords: null }, [effect('pay')]]);
    expectStep(requested, answer('cancel'), [{ statusReason: 'name_declined', statusWords: null }, [effect('cancel')]]);
    for (const reason of [null, 'name_declined'] as const) {
      expect(refusalOf({ ...here, statusReason: reason }, answer('pay'))).toBe('illegal_transition');
    }
  });
});

it('the acceptance of a withdrawal is news once, and ends a question about the name', () => {
  const waiting = { bankStage: 'in_file', statusReason: 'bank_overdue', needsOperator: true } as const;
  expectStep(waiting, accepted, [
    { status: 'confirming', statusReason: null, needsOperator: false },
    [solved, publish],
  ]);
  const requested = {
    status: 'confirming',
    bankStage: 'in_file',
    statusReason: 'name_question',
    statusWords: 'Other.',
  } as const;
  expectStep(requested, accepted, [{ statusReason: null, statusWords: null }, []]);
  expectStep({ status: 'confirming', bankStage: 'in_file' }, accepted, [null, []]);
});

describe('what the bank says of a withdrawal that has ended', () => {
  const done = { status: 'done', hold: 'posted', bankStage: 'in_file', bankReference: 'B1' } as const;

  it('done: only a return changes something, and the paid money comes back', () => {
    for (const event of [inFile, accepted, booked]) expectStep(done, event, [null, []]);
    expectStep(done, returned, [bankReturned, [ended('return'), publish]]);
    expect(refusalOf(done, rejected)).toBe('illegal_transition');
  });

  it.each(['error', 'canceled'] as const)('%s: a booking needs an operator, who asks the bank', (status) => {
    const gone = {
      status,
      hold: 'voided',
      bankStage: 'in_file',
      statusReason: 'bank_rejected',
      statusWords: 'Closed.',
    } as const;
    expectStep({ ...gone, statusWords: null }, inFile, [null, []]);
    expectStep(gone, inFile, [null, []]);
    expectStep({ ...gone, statusReason: null, statusWords: null }, accepted, [null, []]);
    const late = { statusReason: 'booked_after_end', statusWords: null, needsOperator: true } as const;
    const effects = [alert(`${status} (booked after end)`)];
    expectStep(gone, booked, [{ ...late, bankReference: 'B1' }, effects]);
    const open = { ...gone, hold: 'open', needsOperator: true } as const;
    const after = {
      status: 'done',
      statusReason: null,
      statusWords: null,
      needsOperator: false,
      bankReference: 'B1',
    } as const;
    expectStep(open, booked, [after, [ended('post'), solved, publish]]);
    expectStep({ ...gone, hold: 'posted', bankReference: 'B1' }, booked, [null, []]);
    const waits = { ...gone, statusReason: 'booked_after_end', statusWords: null, needsOperator: true } as const;
    const cleared = { statusReason: 'bank_returned', statusWords: 'Refused.', needsOperator: false } as const;
    expectStep(waits, returned, [cleared, [solved]]);
    expectStep(gone, rejected, [null, []]);
  });
});

describe.each(['queue', 'confirming', 'error', 'canceled'] as const)(
  'an operator decides about a withdrawal that is %s',
  (status) => {
    const requested = { status, needsOperator: true, bankStage: 'in_file' } as const;
    const given = { ...requested, bankStage: 'given' } as const;
    const gone = { ...requested, hold: 'voided' } as const;
    const resolved = { statusReason: 'resolved_by_operator', needsOperator: false } as const;
    const leads = (to: WithdrawalStatus) => (to === status ? [] : [publish]);

    it('that was paid', () => {
      expectStep(requested, paid, [{ ...resolved, status: 'done' }, [ended('post'), solved, publish]]);
      expectStep(gone, paid, [{ ...resolved, status: 'done' }, [ended('charge'), solved, publish]]);
    });

    it('that was not paid', () => {
      const effects = [ended('void'), solved, ...leads('canceled')];
      expectStep(requested, unpaid, [{ ...resolved, status: 'canceled' }, effects]);
      expectStep(given, unpaid, [{ ...resolved, status: 'canceled', bankStage: 'none' }, [takeBack, ...effects]]);
      expectStep(gone, unpaid, [resolved, [solved]]);
      expectStep({ ...gone, bankStage: 'given' }, unpaid, [resolved, [solved]]);
    });

    it('only where one is asked and the money was not paid out', () => {
      for (const event of [paid, unpaid]) {
        for (const more of [{ needsOperator: false }, { ...gone, needsOperator: false }, { hold: 'posted' }] as const) {
          expect(refusalOf({ ...requested, ...more }, event)).toBe('illegal_transition');
          expect(refusalOf({ ...given, ...more }, event)).toBe('illegal_transition');
        }
      }
    });
  },
);

it('an operator lets a withdrawal go on whose money is still held', () => {
  const held = { status: 'error', statusReason: 'approval_void', statusWords: 'Why.', needsOperator: true } as const;
  expectStep(held, retry, [
    { status: 'queue', statusReason: null, statusWords: null, needsOperator: false },
    [solved, publish],
  ]);
  for (const hold of ['posted', 'voided'] as const)
    expect(refusalOf({ ...held, hold }, retry)).toBe('illegal_transition');
});

it('the reason of a withdrawal stays with its status, its words up to 500 characters with its reason', () => {
  const waits = { statusReason: 'bank_overdue', statusWords: 'Late.', bankStage: 'given' } as const;
  expectStep({ ...waits, notBefore: new Date(NOW + 1) }, inFile, [{ bankStage: 'in_file' }, []]);
  expectStep(waits, { ...rejected, words: 'x'.repeat(501) }, [
    { status: 'error', statusReason: 'bank_rejected', statusWords: 'x'.repeat(500), bankStage: 'in_file' },
    [ended('void'), publish],
  ]);
  expectStep({ ...waits, status: 'pending', notBefore: new Date(NOW - 1) }, { type: 'enqueue' }, [
    { status: 'queue', statusReason: null, statusWords: null },
    [publish],
  ]);
  expectStep({ needsOperator: true }, { type: 'defer', reason: 'stopped' }, [{ statusReason: 'stopped' }, []]);
});

it.each([inFile, accepted, nameQuestion, rejected, booked, returned])(
  'a bank that says $type has read a file',
  (event) => {
    expect(nextWithdrawal(facts({ bankStage: 'given' }), event, NOW).state.bankStage).toBe('in_file');
  },
);

it('merchants read the explanation of what they or the bank did, not of what operators decide', () => {
  const explained = ['method_changed', 'name_question', 'name_declined', 'bank_rejected', 'bank_returned'];
  expect([...EXPLAINED_REASONS]).toEqual(explained);
});
