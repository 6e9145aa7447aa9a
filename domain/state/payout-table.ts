import { always, type Condition, type Rule, type StateTable } from '../process/table.ts';
import { beforeTheRail, holdOpen, looksTamperedWith, operatorRequestedWhileHeld } from './before-the-rail.ts';
import type { PayoutEventType } from './payout-event.ts';
import { mayBePaid, type PayoutPosition } from './payout-facts.ts';
import type { PayoutReason, PayoutStatus } from './payout-status.ts';

/** Effects of a rule besides changing the status. */
export type PayoutMark =
  | 'approve'
  | 'return_held_money'
  | 'pay_out_held_money'
  /** Money that was booked as paid out but never arrived returns to the balance. */
  | 'return_paid_money'
  | 'ask_operator'
  | 'clear_operator_request';

export type PayoutRule = Rule<PayoutStatus, PayoutPosition, PayoutReason, PayoutMark>;
type PayoutCondition = Condition<PayoutPosition>;

const somethingSigned: PayoutCondition = {
  description: 'a transaction is signed',
  isMet: ({ facts }) => facts.transactions.length > 0,
};

const nothingAlive: PayoutCondition = {
  description: 'no transaction of it can be on the chain',
  isMet: ({ facts }) => !mayBePaid(facts),
};

const lapsedForGood: PayoutCondition = {
  description: 'no transaction of it can be on the chain and the money is still held',
  isMet: ({ facts }) => !mayBePaid(facts) && facts.hold === 'open',
};

const tokenRefuses: PayoutCondition = {
  description: 'no transaction of it can be on the chain and the token contract refuses',
  isMet: ({ facts, event }) => !mayBePaid(facts) && event.type === 'defer' && event.reason === 'token_refuses',
};

const notGivenBack: PayoutCondition = {
  description: 'the money was not returned',
  isMet: ({ facts }) => facts.hold !== 'voided',
};

const mayStillBePaid: PayoutCondition = {
  description: 'a transaction of it may still be on the chain',
  isMet: ({ facts }) => mayBePaid(facts),
};

const byTheProduct: PayoutCondition = {
  description: 'a reorganization removed its invoice’s money',
  isMet: ({ event }) => 'by' in event && event.by.kind === 'system',
};

const operatorRequested: PayoutCondition = {
  description: 'it needs an operator and the money was not returned',
  isMet: ({ facts }) => facts.needsOperator && facts.hold !== 'voided',
};

/** A refund is excluded: its money belongs to the invoice, which counts it as refunded. */
const operatorRequestedAfterPayingOut: PayoutCondition = {
  description: 'it needs an operator, the money was released, and it is not a refund',
  isMet: ({ facts }) => facts.needsOperator && facts.hold === 'posted' && facts.kind !== 'refund',
};

const takenBack: PayoutRule = {
  when: byTheProduct,
  to: 'canceled',
  reason: 'reorganised',
  marks: ['return_held_money', 'clear_operator_request'],
};
const cancel: PayoutRule = {
  when: always,
  to: 'canceled',
  reason: 'canceled_by_merchant',
  marks: ['return_held_money', 'clear_operator_request'],
};
const signedAlready: PayoutRule = { when: mayStillBePaid, to: 'refused', code: 'payout_signed' };
const stays: PayoutRule = { when: always, to: 'same' };
const done: PayoutRule = { when: always, to: 'done', marks: ['pay_out_held_money', 'clear_operator_request'] };
const failed: PayoutRule = { when: always, to: 'error', marks: ['ask_operator'] };
const lapsed: PayoutRule = { when: lapsedForGood, to: 'queue', reason: 'transaction_lapsed' };
const overdue: PayoutRule = { when: always, to: 'same', marks: ['ask_operator'] };
/** An operator who has checked the chain can end every payout that needs an operator. */
const resolved = {
  resolve_paid: [
    {
      when: operatorRequested,
      to: 'done',
      reason: 'resolved_by_operator',
      marks: ['pay_out_held_money', 'clear_operator_request'],
    },
  ],
  resolve_unpaid: [
    { when: mayStillBePaid, to: 'refused', code: 'payout_may_be_paid' },
    {
      when: operatorRequestedWhileHeld,
      to: 'canceled',
      reason: 'resolved_by_operator',
      marks: ['return_held_money', 'clear_operator_request'],
    },
    {
      when: operatorRequestedAfterPayingOut,
      to: 'canceled',
      reason: 'resolved_by_operator',
      marks: ['return_paid_money', 'clear_operator_request'],
    },
  ],
} as const satisfies Partial<Record<PayoutEventType, readonly PayoutRule[]>>;

/**
 * Payouts and refunds, cell by cell. Money that may have left is never returned automatically (hazard 50). A late event
 * never overwrites a newer status, because events that are not listed are refused (hazard 52).
 */
export const payoutTable: StateTable<PayoutStatus, PayoutEventType, PayoutPosition, PayoutReason, PayoutMark> = {
  ...beforeTheRail('address', { cancel: [takenBack, cancel] }),
  queue: {
    defer: [
      { when: tokenRefuses, to: 'same', marks: ['ask_operator'] },
      { when: nothingAlive, to: 'same' },
    ],
    refuse: [
      signedAlready,
      { when: looksTamperedWith, to: 'error', marks: ['ask_operator'] },
      { when: always, to: 'error', marks: ['return_held_money', 'clear_operator_request'] },
    ],
    signed: [stays],
    // A node has accepted the transaction, so no operator is needed any more.
    sent: [{ when: somethingSigned, to: 'confirming', marks: ['clear_operator_request'] }],
    sent_again: [{ when: somethingSigned, to: 'confirming', marks: ['clear_operator_request'] }],
    confirmed: [{ when: somethingSigned, to: 'done', marks: ['pay_out_held_money', 'clear_operator_request'] }],
    failed: [{ when: somethingSigned, to: 'error', marks: ['ask_operator'] }],
    lapsed: [lapsed],
    overdue: [overdue],
    cancel: [signedAlready, takenBack, cancel],
    ...resolved,
  },
  confirming: {
    signed: [stays],
    sent: [stays],
    sent_again: [{ when: always, to: 'same', reason: 'sent_again' }],
    confirmed: [done],
    failed: [failed],
    lapsed: [lapsed],
    overdue: [overdue],
    ...resolved,
  },
  done: {
    confirmed: [stays],
    reorganised: [{ when: always, to: 'confirming', reason: 'reorganised', marks: ['ask_operator'] }],
  },
  error: {
    confirmed: [{ when: notGivenBack, to: 'done', marks: ['pay_out_held_money', 'clear_operator_request'] }],
    // A node refused the transaction and no block can include it any more, so nothing is left to decide.
    lapsed: [{ when: lapsedForGood, to: 'same', marks: ['return_held_money', 'clear_operator_request'] }],
    retry: [{ when: holdOpen, to: 'queue', marks: ['clear_operator_request'] }],
    ...resolved,
  },
  canceled: {},
};
