import { always, type Condition, type Rule } from '../process/table.ts';
import type { PayoutActor } from './payout-event.ts';
import { APPROVAL_MS, isCreator, type PayoutFacts } from './payout-facts.ts';
import type { WithdrawalFacts } from './withdrawal-facts.ts';

/** The facts of outgoing money that the rules read, on a chain or through the bank. */
export interface OutflowPosition {
  readonly facts: Pick<
    WithdrawalFacts & PayoutFacts,
    'approvalRequired' | 'createdBy' | 'creators' | 'createdAt' | 'notBefore' | 'hold' | 'needsOperator'
  >;
  readonly event: { readonly type: string; readonly by?: PayoutActor; readonly reason?: string };
  readonly nowMs: number;
}

type OutflowCondition = Condition<OutflowPosition>;
type OutflowRule = Rule<
  'pending' | 'queue' | 'canceled',
  OutflowPosition,
  'approval_expired',
  'approve' | 'return_held_money'
>;

/**
 * The rules until the money is queued for its rail: another person's approval in time, and the cool-off.
 * @param target what cools off
 * @param ends the rules of the events that may end it in any of these statuses
 */
export function beforeTheRail<Ends extends object>(target: 'address' | 'bank account', ends: Ends) {
  const enqueue: readonly OutflowRule[] = [
    { when: coolingOff(target), to: 'refused', code: 'payout_cooling_off' },
    { when: always, to: 'queue' },
  ];
  return { new: { approve, ...ends, approval_overdue }, pending: { enqueue, ...ends } };
}

const byItsCreator: OutflowCondition = {
  description: 'another person must approve, and this is the creator',
  isMet: ({ facts, event: { by } }) => facts.approvalRequired && by !== undefined && isCreator(facts, by.id),
};

const byAMachine: OutflowCondition = {
  description: 'a person must approve, and this is not a person',
  isMet: ({ facts, event: { by } }) =>
    facts.approvalRequired && by !== undefined && by.kind !== 'user' && by.kind !== 'staff',
};

const inTime: OutflowCondition = {
  description: 'the approval deadline has not passed',
  isMet: ({ facts, nowMs }) => nowMs < facts.createdAt.getTime() + APPROVAL_MS,
};

function coolingOff(target: string): OutflowCondition {
  return {
    description: `the ${target} is new and in its cool-off`,
    isMet: ({ facts, nowMs }) => nowMs < (facts.notBefore?.getTime() ?? 0),
  };
}

const approve: readonly OutflowRule[] = [
  { when: byAMachine, to: 'refused', code: 'permission_denied' },
  { when: byItsCreator, to: 'refused', code: 'approver_is_creator' },
  { when: always, to: 'pending', marks: ['approve'] },
];

const approval_overdue: readonly OutflowRule[] = [
  { when: inTime, to: 'refused' },
  { when: always, to: 'canceled', reason: 'approval_expired', marks: ['return_held_money'] },
];

export const looksTamperedWith: OutflowCondition = {
  description: 'the approval or the hold does not match',
  isMet: ({ event }) =>
    event.type === 'refuse' && (event.reason === 'approval_void' || event.reason === 'hold_mismatch'),
};

export const holdOpen: OutflowCondition = {
  description: 'the money is still held',
  isMet: ({ facts }) => facts.hold === 'open',
};

export const operatorRequestedWhileHeld: OutflowCondition = {
  description: 'it needs an operator and the money is still held',
  isMet: ({ facts }) => facts.needsOperator && facts.hold === 'open',
};
