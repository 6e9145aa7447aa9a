import { always, type Condition, type Rule, type StateTable } from '../process/table.ts';
import type { DepositEvent, DepositPosition } from './deposit-facts.ts';
import type { DepositReason, DepositStatus } from './deposit-status.ts';

/** Effects of a rule besides changing the status. Payments are credited and reversed by what the chain says. */
export type DepositMark =
  | 'settle'
  | 'take_back'
  | 'ask_operator'
  | 'clear_operator_request'
  | 'hold'
  | 'release_hold'
  | 'make_conversions'
  | 'keep_coins';

type DepositCondition = Condition<DepositPosition>;
type DepositRule = Rule<DepositStatus, DepositPosition, DepositReason, DepositMark>;

const lost: DepositCondition = {
  description: 'settled money is not confirmed any more',
  isMet: ({ facts, confirmedMinor }) => confirmedMinor < facts.settledMinor,
};

const gone: DepositCondition = {
  description: 'no transaction can happen any more',
  isMet: ({ liveMinor }) => liveMinor === 0n,
};

const gathering: DepositCondition = {
  description: 'the sum is below the gate’s minimum, something is confirmed, and further payments can join',
  isMet: (at) => isGathering(at) && at.confirmedMinor > 0n && at.facts.settledMinor === 0n,
};

const confirmed: DepositCondition = {
  description: 'every transaction is confirmed, or enough of them for the minimum',
  isMet: isConfirmed,
};

const confirmedNotFinal: DepositCondition = {
  description: 'every transaction is confirmed, or enough of them for the minimum, the large amount is not final',
  isMet: (at) => isConfirmed(at) && at.awaitsFinality,
};

const inBlock: DepositCondition = {
  description: 'every transaction is in a block',
  isMet: (at) => at.inBlock,
};

const moreNotFinal: DepositCondition = {
  description: 'more is confirmed than settled, the large amount is not final',
  isMet: (at) => hasMore(at) && at.awaitsFinality,
};

const more: DepositCondition = {
  description: 'more is confirmed than settled',
  isMet: hasMore,
};

const awaitsOperator: DepositCondition = {
  description: 'it needs an operator',
  isMet: ({ facts }) => facts.needsOperator,
};

const partLost: DepositCondition = {
  description: 'it needs an operator, and a part is still settled',
  isMet: ({ facts }) => facts.needsOperator && facts.settledMinor > 0n,
};

const held: DepositCondition = {
  description: 'staff hold it',
  isMet: ({ facts }) => facts.complianceHold,
};

const settleable: DepositCondition = {
  description:
    'staff do not hold it, what counts is confirmed and final, the sum is not below the minimum or no payment can join',
  isMet: (at) =>
    !at.facts.complianceHold && hasMore(at) && !at.awaitsFinality && (!isGathering(at) || at.facts.settledMinor > 0n),
};

/** It waits for further payments. One that is full does not: none can join it, so it would wait for ever. */
function isGathering({ liveMinor, facts: { minimumMinor }, isFull }: DepositPosition): boolean {
  return liveMinor < minimumMinor && !isFull;
}

/**
 * Asked only where something is live. Payments that join later, or are stuck, hold back no money that is enough by
 * itself.
 */
function isConfirmed({ liveMinor, confirmedMinor, facts: { minimumMinor, settledMinor } }: DepositPosition): boolean {
  const newMinor = confirmedMinor - settledMinor;
  return liveMinor === confirmedMinor || (newMinor > 0n && newMinor >= minimumMinor);
}

function hasMore(at: DepositPosition): boolean {
  return isConfirmed(at) && at.confirmedMinor > at.facts.settledMinor;
}

const loss: DepositRule = { when: lost, to: 'error', reason: 'reorganized', marks: ['take_back', 'ask_operator'] };
const CLEARED = ['clear_operator_request'] as const;

/** Staff hold money that is not settled. The status and its reason stay, so that the hold cannot be recognized. */
const hold: readonly DepositRule[] = [{ when: always, to: 'same', marks: ['hold'] }];
const clear: readonly DepositRule[] = [{ when: held, to: 'same', marks: ['release_hold'] }];

const converting: DepositCondition = {
  description: 'something waits to be converted',
  isMet: ({ facts }) => facts.convertingMinor > 0n,
};
const conversions = {
  convert: [{ when: converting, to: 'same', marks: ['make_conversions'] }],
  keep_coins: [{ when: converting, to: 'same', marks: ['keep_coins'] }],
} as const satisfies Partial<Record<DepositEvent['type'], readonly DepositRule[]>>;

/** The chain's news of money that is not settled. */
const onTheChain: readonly DepositRule[] = [
  { when: gone, to: 'error' },
  { when: gathering, to: 'processing', reason: 'below_minimum' },
  { when: confirmedNotFinal, to: 'processing', reason: 'awaiting_finality' },
  { when: confirmed, to: 'processing' },
  { when: inBlock, to: 'confirming' },
];
const waits: DepositRule = { when: always, to: 'pending' };

/**
 * Deposits, cell by cell. Below its threshold nothing is credited; what was settled is taken back with its conversion.
 */
export const depositTable: StateTable<
  DepositStatus,
  DepositEvent['type'],
  DepositPosition,
  DepositReason,
  DepositMark
> = {
  created: { payments_changed: [...onTheChain, { when: always, to: 'same' }], hold, clear },
  pending: { payments_changed: [loss, ...onTheChain, waits], hold, clear },
  confirming: { payments_changed: [loss, ...onTheChain, waits], hold, clear },
  processing: {
    ...conversions,
    payments_changed: [loss, ...onTheChain, waits],
    settle: [{ when: settleable, to: 'done', marks: ['settle'] }],
    hold,
    clear,
  },
  done: {
    ...conversions,
    payments_changed: [
      loss,
      { when: moreNotFinal, to: 'processing', reason: 'awaiting_finality' },
      { when: more, to: 'processing' },
      { when: always, to: 'same' },
    ],
    // An operator may have settled what is left of it while it was held.
    clear,
  },
  error: {
    ...conversions,
    payments_changed: [
      loss,
      { when: moreNotFinal, to: 'processing', reason: 'awaiting_finality', marks: CLEARED },
      { when: more, to: 'processing', marks: CLEARED },
      { when: awaitsOperator, to: 'same' },
      ...onTheChain,
      waits,
    ],
    resolve: [
      { when: partLost, to: 'done', reason: 'resolved_by_operator', marks: CLEARED },
      { when: awaitsOperator, to: 'same', reason: 'resolved_by_operator', marks: CLEARED },
    ],
    hold,
    clear,
  },
};
