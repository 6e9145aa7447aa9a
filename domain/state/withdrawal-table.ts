import { always, type Condition, type Rule, type StateTable } from '../process/table.ts';
import { beforeTheRail, holdOpen, looksTamperedWith, operatorRequestedWhileHeld } from './before-the-rail.ts';
import type { WithdrawalEventType } from './withdrawal-event.ts';
import type { WithdrawalPosition } from './withdrawal-facts.ts';
import type { WithdrawalReason, WithdrawalStatus } from './withdrawal-status.ts';

/** Effects of a rule besides changing the status. */
export type WithdrawalMark =
  | 'approve'
  | 'give_to_bank'
  | 'take_from_bank'
  | 'answer_bank'
  | 'return_held_money'
  | 'pay_out_held_money'
  /** Money that the bank paid out and sent back returns to the balance, with the fee. */
  | 'return_paid_money'
  /** The bank paid although the money was returned: the merchant owes it. */
  | 'charge_paid_money'
  | 'ask_operator'
  | 'clear_operator_request';

export type WithdrawalRule = Rule<WithdrawalStatus, WithdrawalPosition, WithdrawalReason, WithdrawalMark>;
type WithdrawalCondition = Condition<WithdrawalPosition>;

const notGiven: WithdrawalCondition = {
  description: 'the bank does not have it',
  isMet: ({ facts }) => facts.bankStage === 'none',
};

const given: WithdrawalCondition = {
  description: 'it waits for the next file',
  isMet: ({ facts }) => facts.bankStage === 'given',
};

const inNoFile: WithdrawalCondition = {
  description: 'it is in no file',
  isMet: ({ facts }) => facts.bankStage !== 'in_file',
};

const inFile: WithdrawalCondition = {
  description: 'it is in a file',
  isMet: ({ facts }) => facts.bankStage === 'in_file',
};

const nameRequested: WithdrawalCondition = {
  description: 'the bank asked about the name',
  isMet: ({ facts }) => facts.statusReason === 'name_question',
};

const paidOut: WithdrawalCondition = {
  description: 'the money was paid out',
  isMet: ({ facts }) => facts.hold === 'posted',
};

const operatorRequestedBeforeFile: WithdrawalCondition = {
  description: 'it needs an operator and waits for the next file',
  isMet: ({ facts }) => facts.needsOperator && facts.hold === 'open' && facts.bankStage === 'given',
};

const operatorRequestedAfterReturn: WithdrawalCondition = {
  description: 'it needs an operator and the money was returned',
  isMet: ({ facts }) => facts.needsOperator && facts.hold === 'voided',
};

const GIVEN_BACK = ['return_held_money', 'clear_operator_request'] as const;
const PAID = ['pay_out_held_money', 'clear_operator_request'] as const;

const cancel: WithdrawalRule = { when: always, to: 'canceled', reason: 'canceled_by_merchant', marks: GIVEN_BACK };
const refuse: WithdrawalRule = { when: always, to: 'error', marks: GIVEN_BACK };
const stays: WithdrawalRule = { when: always, to: 'same' };
const overdue: WithdrawalRule = { when: always, to: 'same', marks: ['ask_operator'] };
const booked: WithdrawalRule = { when: always, to: 'done', marks: PAID };

/** The bank's news of a payment that it has. */
const atTheBank = {
  in_file: [stays],
  torn_up: [stays],
  accepted: [{ when: always, to: 'confirming', marks: ['clear_operator_request'] }],
  name_question: [{ when: always, to: 'same', reason: 'name_question' }],
  rejected: [{ when: always, to: 'error', reason: 'bank_rejected', marks: GIVEN_BACK }],
  booked: [booked],
  // A return follows a booking, whichever of the two is read first: both cancel out at the bank.
  returned: [{ when: always, to: 'error', reason: 'bank_returned', marks: GIVEN_BACK }],
  answer_name: [{ when: nameRequested, to: 'same', marks: ['answer_bank'] }],
  overdue: [overdue],
} as const satisfies Partial<Record<WithdrawalEventType, readonly WithdrawalRule[]>>;

/** An operator who has asked the bank can end every withdrawal that needs an operator. */
const resolved = {
  resolve_paid: [
    { when: operatorRequestedWhileHeld, to: 'done', reason: 'resolved_by_operator', marks: PAID },
    {
      when: operatorRequestedAfterReturn,
      to: 'done',
      reason: 'resolved_by_operator',
      marks: ['charge_paid_money', 'clear_operator_request'],
    },
  ],
  resolve_unpaid: [
    {
      when: operatorRequestedBeforeFile,
      to: 'canceled',
      reason: 'resolved_by_operator',
      marks: ['take_from_bank', ...GIVEN_BACK],
    },
    { when: operatorRequestedWhileHeld, to: 'canceled', reason: 'resolved_by_operator', marks: GIVEN_BACK },
    {
      when: operatorRequestedAfterReturn,
      to: 'same',
      reason: 'resolved_by_operator',
      marks: ['clear_operator_request'],
    },
  ],
} as const satisfies Partial<Record<WithdrawalEventType, readonly WithdrawalRule[]>>;

/** The bank contradicts itself: an operator must ask it, because the balance has the money already. */
const afterEnd = {
  in_file: [stays],
  torn_up: [stays],
  accepted: [stays],
  rejected: [stays],
  booked: [
    { when: holdOpen, to: 'done', marks: PAID },
    { when: paidOut, to: 'same' },
    { when: always, to: 'same', reason: 'booked_after_end', marks: ['ask_operator'] },
  ],
  returned: [{ when: always, to: 'same', reason: 'bank_returned', marks: ['clear_operator_request'] }],
} as const satisfies Partial<Record<WithdrawalEventType, readonly WithdrawalRule[]>>;

/**
 * Withdrawals to bank accounts, cell by cell; those in coins are payouts. Money that may be at the bank is never
 * returned automatically, and what the bank reports too late never overwrites a newer status.
 */
export const withdrawalTable: StateTable<
  WithdrawalStatus,
  WithdrawalEventType,
  WithdrawalPosition,
  WithdrawalReason,
  WithdrawalMark
> = {
  ...beforeTheRail('bank account', { refuse: [refuse], cancel: [cancel] }),
  queue: {
    defer: [{ when: inNoFile, to: 'same' }],
    refuse: [
      { when: inFile, to: 'refused', code: 'withdrawal_in_file' },
      { when: looksTamperedWith, to: 'error', marks: ['ask_operator'] },
      { when: given, to: 'error', marks: ['take_from_bank', ...GIVEN_BACK] },
      refuse,
    ],
    give: [{ when: notGiven, to: 'same', marks: ['give_to_bank'] }],
    cancel: [
      { when: inFile, to: 'refused', code: 'withdrawal_in_file' },
      { ...cancel, when: given, marks: ['take_from_bank', ...GIVEN_BACK] },
      cancel,
    ],
    ...atTheBank,
    ...resolved,
  },
  confirming: { ...atTheBank, accepted: [stays], ...resolved },
  done: {
    in_file: [stays],
    torn_up: [stays],
    accepted: [stays],
    booked: [stays],
    returned: [{ when: always, to: 'error', reason: 'bank_returned', marks: ['return_paid_money'] }],
  },
  error: { ...afterEnd, retry: [{ when: holdOpen, to: 'queue', marks: ['clear_operator_request'] }], ...resolved },
  canceled: { ...afterEnd, ...resolved },
};
