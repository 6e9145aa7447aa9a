import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { withdrawalFacts } from './outflow-facts.fixture.ts';
import { APPROVAL_MS } from './payout-facts.ts';
import { nextWithdrawal } from './withdrawal.ts';
import type { WithdrawalEvent, WithdrawalEventType } from './withdrawal-event.ts';
import type { WithdrawalFacts } from './withdrawal-facts.ts';
import { withdrawalSnapshotOf } from './withdrawal-snapshot.ts';
import type { WithdrawalReason, WithdrawalStatus } from './withdrawal-status.ts';
import { withdrawalTable } from './withdrawal-table.ts';
import { nextWithdrawalStep, WITHDRAWAL_WAITS } from './withdrawal-waits.ts';

const NOW = 1_000_000;
const user = { kind: 'user', id: 'creator' } as const;
const staff = { kind: 'staff', id: 'op' } as const;

const facts = (changes: Partial<WithdrawalFacts> = {}) => withdrawalFacts(NOW, changes);

const next = (before: Partial<WithdrawalFacts>, event: WithdrawalEvent) => nextWithdrawal(facts(before), event, NOW);

function refusalOf(before: Partial<WithdrawalFacts>, event: WithdrawalEvent) {
  try {
    next(before, event);
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
  return null;
}

const EVENTS: Readonly<Record<WithdrawalEventType, WithdrawalEvent>> = {
  approve: { type: 'approve', by: user, mac: 'm' },
  cancel: { type: 'cancel', by: user },
  approval_overdue: { type: 'approval_overdue' },
  enqueue: { type: 'enqueue' },
  defer: { type: 'defer', reason: 'stopped' },
  refuse: { type: 'refuse', reason: 'method_changed', words: 'It was changed.' },
  give: { type: 'give' },
  in_file: { type: 'in_file' },
  torn_up: { type: 'torn_up' },
  accepted: { type: 'accepted' },
  name_question: { type: 'name_question', payeeName: 'Ada', words: 'Another name.' },
  rejected: { type: 'rejected', words: 'Closed.' },
  booked: { type: 'booked', bankReference: 'B1' },
  returned: { type: 'returned', words: 'Refused.' },
  answer_name: { type: 'answer_name', by: user, outcome: 'pay' },
  overdue: { type: 'overdue', reason: 'bank_overdue' },
  retry: { type: 'retry', by: staff, note: '' },
  resolve_paid: { type: 'resolve_paid', by: staff, note: '' },
  resolve_unpaid: { type: 'resolve_unpaid', by: staff, note: '' },
};

describe('a withdrawal refuses every event that its table does not list', () => {
  const statuses = Object.keys(withdrawalTable) as WithdrawalStatus[];
  it.each(statuses)('%s', (status) => {
    for (const [type, event] of Object.entries(EVENTS)) {
      if (withdrawalTable[status][event.type] !== undefined) continue;
      expect([type, refusalOf({ status }, event)]).toEqual([type, 'illegal_transition']);
    }
  });
});

describe('the money of a withdrawal', () => {
  const ends = (before: Partial<WithdrawalFacts>, event: WithdrawalEvent) => {
    const found = next(before, event).effects.find((effect) => effect.type === 'end_hold');
    return found?.type === 'end_hold' ? found.outcome : null;
  };

  it.each<[string, Partial<WithdrawalFacts>, WithdrawalEventType, string | null]>([
    ['is paid out when the bank books it', { bankStage: 'in_file' }, 'booked', 'post'],
    ['returns when the bank rejects it', { status: 'confirming' }, 'rejected', 'void'],
    ['returns when it came back before the booking was read', { status: 'confirming' }, 'returned', 'void'],
    ['returns when it came back after it was done', { status: 'done', hold: 'posted' }, 'returned', 'return'],
    ['returns when it is canceled', { status: 'new' }, 'cancel', 'void'],
    ['returns when its method was changed', {}, 'refuse', 'void'],
    ['stays held while somebody may have changed it', {}, 'overdue', null],
    ['is not paid out twice', { status: 'done', hold: 'posted' }, 'booked', null],
    ['is not paid out after it returned', { status: 'error', hold: 'voided' }, 'booked', null],
    ['is a debt if an operator says that it was paid after it returned', ended('voided'), 'resolve_paid', 'charge'],
    ['is paid out if an operator says so', { needsOperator: true }, 'resolve_paid', 'post'],
    ['returns if an operator says so', { needsOperator: true }, 'resolve_unpaid', 'void'],
  ])('%s', (_what, before, type, outcome) => {
    expect(ends(before, EVENTS[type])).toBe(outcome);
  });

  it('that looks tampered with stays held, for an operator', () => {
    const outcome = next({}, { type: 'refuse', reason: 'approval_void', words: null });
    expect(outcome).toMatchObject({ state: { status: 'error', needsOperator: true }, changed: true });
    expect(outcome.effects.map(({ type }) => type)).toEqual(['alert', 'publish']);
  });

  function ended(hold: 'voided' | 'posted'): Partial<WithdrawalFacts> {
    return { status: 'canceled', hold, needsOperator: true };
  }
});

describe('the bank', () => {
  const effects = (before: Partial<WithdrawalFacts>, event: WithdrawalEvent) =>
    next(before, event).effects.map(({ type }) => type);

  it('gets a payment once, and gives it back before it is in a file', () => {
    expect(next({}, EVENTS.give)).toMatchObject({ state: { bankStage: 'given' }, effects: [{ type: 'give_to_bank' }] });
    expect(refusalOf({ bankStage: 'given' }, EVENTS.give)).toBe('illegal_transition');
    expect(effects({ bankStage: 'given' }, EVENTS.cancel)).toEqual(['take_from_bank', 'end_hold', 'publish']);
    expect(effects({ bankStage: 'given' }, EVENTS.refuse)).toEqual(['take_from_bank', 'end_hold', 'publish']);
    expect(refusalOf({ bankStage: 'in_file' }, EVENTS.cancel)).toBe('withdrawal_in_file');
    expect(refusalOf({ bankStage: 'in_file' }, EVENTS.refuse)).toBe('withdrawal_in_file');
    expect(refusalOf({ bankStage: 'in_file' }, EVENTS.defer)).toBe('illegal_transition');
  });

  it('that answers has read a file', () => {
    expect(next({ bankStage: 'given' }, EVENTS.rejected).state.bankStage).toBe('in_file');
  });

  it('asks about the name once, and takes one answer', () => {
    const requested = next({ status: 'confirming' }, EVENTS.name_question);
    expect(requested).toMatchObject({
      state: { status: 'confirming', statusReason: 'name_question', payeeName: 'Ada', statusWords: 'Another name.' },
      effects: [{ type: 'ask_merchant' }],
    });
    const question = { status: 'confirming', statusReason: 'name_question', statusWords: 'Another name.' } as const;
    expect(next({ ...question, payeeName: 'Ada', bankStage: 'in_file' }, EVENTS.name_question).changed).toBe(false);
    expect(next(question, EVENTS.answer_name)).toMatchObject({ state: { statusReason: null, statusWords: null } });
    expect(next(question, { ...EVENTS.answer_name, outcome: 'cancel' } as WithdrawalEvent).state).toMatchObject({
      statusReason: 'name_declined',
    });
    expect(refusalOf({ status: 'confirming' }, EVENTS.answer_name)).toBe('illegal_transition');
    expect(next({ ...question, statusReason: 'name_declined' }, EVENTS.accepted).state.statusReason).toBeNull();
  });

  it('that books what ended needs an operator, until it returns it', () => {
    const booked = next({ status: 'error', statusReason: 'bank_rejected', hold: 'voided' }, EVENTS.booked);
    expect(booked).toMatchObject({ state: { status: 'error', statusReason: 'booked_after_end', needsOperator: true } });
    expect(effects({ status: 'canceled', hold: 'voided', needsOperator: true }, EVENTS.returned)).toEqual([
      'resolve_alert',
    ]);
    const message = 'The withdrawal is error (booked after end) and needs an operator.';
    expect(booked.effects).toContainEqual({ type: 'alert', message });
  });
});

describe('who and when', () => {
  it('a creator approves only where nobody else has to, a machine likewise', () => {
    const requested = { status: 'new', approvalRequired: true } as const;
    expect(refusalOf(requested, EVENTS.approve)).toBe('approver_is_creator');
    expect(
      refusalOf({ ...requested, creators: ['mia'] }, { type: 'approve', by: { kind: 'user', id: 'mia' }, mac: '' }),
    ).toBe('approver_is_creator');
    expect(refusalOf(requested, { type: 'approve', by: { kind: 'system', id: 'x' }, mac: '' })).toBe(
      'permission_denied',
    );
    expect(next(requested, { type: 'approve', by: staff, mac: 'm' }).state.status).toBe('pending');
    expect(next({ status: 'new' }, EVENTS.approve).state.status).toBe('pending');
  });

  it('the cool-off and the deadline of an approval are kept to the millisecond', () => {
    expect(next({ status: 'new', notBefore: new Date(NOW + 1) }, EVENTS.approve).state.statusReason).toBe(
      'cooling_off',
    );
    expect(refusalOf({ status: 'pending', notBefore: new Date(NOW + 1) }, EVENTS.enqueue)).toBe('payout_cooling_off');
    expect(next({ status: 'pending', notBefore: new Date(NOW) }, EVENTS.enqueue).state.status).toBe('queue');
    const created = (atMs: number) => ({ status: 'new', createdAt: new Date(atMs) }) as const;
    expect(refusalOf(created(NOW - APPROVAL_MS + 1), EVENTS.approval_overdue)).toBe('illegal_transition');
    expect(next(created(NOW - APPROVAL_MS), EVENTS.approval_overdue).state).toMatchObject({
      status: 'canceled',
      statusReason: 'approval_expired',
    });
  });
});

describe('the workflow of a withdrawal', () => {
  const stepAt = (before: Partial<WithdrawalFacts>, afterMs = 0, tries = 0) =>
    nextWithdrawalStep(
      {
        snapshot: withdrawalSnapshotOf(facts(before)),
        sinceMs: NOW,
        tries,
        triedAtMs: NOW,
        trouble: null,
        waits: WITHDRAWAL_WAITS,
      },
      NOW + afterMs,
    );
  const act = (kind: string) => expect.objectContaining({ kind: 'act', act: kind });

  it('acts on what is due, and asks for an operator when the bank takes five days', () => {
    expect(stepAt({ status: 'new' }, APPROVAL_MS)).toEqual(act('expire_approval'));
    expect(stepAt({ status: 'pending' })).toEqual(act('enqueue'));
    expect(stepAt({})).toEqual(act('give'));
    expect(stepAt({ statusReason: 'stopped' }, WITHDRAWAL_WAITS.blockedMs)).toEqual(act('overdue'));
    expect(stepAt({ bankStage: 'given' })).toMatchObject({ kind: 'wait', message: 'Waiting for the next file.' });
    expect(stepAt({ bankStage: 'in_file' }, WITHDRAWAL_WAITS.bankMs)).toEqual(act('overdue'));
    const waiting = { status: 'confirming', needsOperator: true, statusReason: 'bank_overdue' } as const;
    expect(stepAt(waiting, WITHDRAWAL_WAITS.reminderMs)).toEqual(act('remind'));
    expect(stepAt(waiting)).toMatchObject({
      message:
        'Waiting for an operator. Accepted by the bank. Waiting for the booking. Reason: the bank takes too long.',
    });
  });

  it('tries again after pauses, and ends when nothing is left to do', () => {
    expect(stepAt({ statusReason: 'stopped' }, 0, 1)).toMatchObject({
      kind: 'wait',
      untilMs: NOW + 1_000,
      message: 'Not at the bank yet: the emergency stop is active. Tried once; trying again.',
    });
    expect(stepAt({ status: 'done' })).toEqual({ kind: 'end', message: 'Ended as done.' });
    expect(stepAt({ status: 'error', statusReason: 'bank_rejected', statusWords: 'Closed. AC04.' })).toEqual({
      kind: 'end',
      message: 'Ended as error: the bank rejected it – Closed. AC04.',
    });
    const requested = { status: 'canceled', needsOperator: true, statusReason: 'booked_after_end' } as const;
    expect(stepAt(requested)).toEqual({
      kind: 'wait',
      untilMs: NOW + WITHDRAWAL_WAITS.reminderMs,
      message: 'Waiting for an operator: the bank booked it although the money was returned to the balance.',
    });
  });

  it.each<[string, Partial<WithdrawalFacts>, number]>([
    ['Waiting for approval by another person; the money is held.', { status: 'new' }, APPROVAL_MS],
    [
      'Approved. Waiting for the cool-off of a new bank account to end.',
      { status: 'pending', notBefore: new Date(NOW + 5) },
      5,
    ],
    ['Waiting for the next file.', { bankStage: 'given' }, WITHDRAWAL_WAITS.bankMs],
    ['Sent to the bank.', { bankStage: 'in_file' }, WITHDRAWAL_WAITS.bankMs],
    ['Accepted by the bank. Waiting for the booking.', { status: 'confirming' }, WITHDRAWAL_WAITS.bankMs],
  ])('%s', (message, before, waitMs) => {
    expect(stepAt(before)).toEqual({ kind: 'wait', untilMs: NOW + waitMs, message });
    expect(stepAt(before, waitMs)).toMatchObject({ kind: 'act' });
  });

  it('says what it gives to the bank, and since when it could not', () => {
    expect(stepAt({})).toEqual({ kind: 'act', act: 'give', message: 'Giving it to the bank.' });
    expect(stepAt({ statusReason: 'stopped' }, WITHDRAWAL_WAITS.blockedMs - 1)).toMatchObject({ act: 'give' });
    expect(stepAt({ statusReason: 'stopped' }, WITHDRAWAL_WAITS.blockedMs)).toEqual({
      kind: 'act',
      act: 'overdue',
      message: 'Not given to the bank for too long: the emergency stop is active.',
    });
    const requested = { statusReason: 'stopped', needsOperator: true } as const;
    expect(stepAt(requested, WITHDRAWAL_WAITS.blockedMs)).toMatchObject({ act: 'give' });
  });

  it('has words for every reason, and asks about a bank after five days, a block after two hours, again each day', () => {
    const messages = REASONS.map((reason) => stepAt({ status: 'canceled', statusReason: reason }).message);
    for (const message of messages) expect(message).toMatch(/^Ended as canceled: [a-z ,]{15,}[.]$/);
    expect(new Set(messages).size).toBe(REASONS.length);
    expect(WITHDRAWAL_WAITS).toEqual({ bankMs: 432_000_000, blockedMs: 7_200_000, reminderMs: 86_400_000 });
  });
});

const REASONS: readonly WithdrawalReason[] = [
  'awaiting_approval',
  'cooling_off',
  'canceled_by_merchant',
  'approval_expired',
  'stopped',
  'production_closed',
  'balance_frozen',
  'method_paused',
  'operation_suspended',
  'method_changed',
  'approval_void',
  'hold_mismatch',
  'name_question',
  'name_declined',
  'bank_rejected',
  'bank_returned',
  'bank_overdue',
  'booked_after_end',
  'resolved_by_operator',
];
