import { always, type Condition, type Rule, type StateTable } from '../process/table.ts';
import type { ClaimReason, ClaimStatus } from './claim-status.ts';

/**
 * `confirmed` and `disproved`: what the chain answered. `reversed`: a reorganization took the payment;
 * `credited_again`: it is back. `payout_ended`: its payout was paid, or its money returned.
 */
export type ClaimEventType =
  | 'confirmed'
  | 'disproved'
  | 'approve'
  | 'refuse'
  | 'reversed'
  | 'credited_again'
  | 'payout_ended'
  | 'resolve';

/** Effects of a rule besides changing the status. */
export type ClaimMark =
  /** From suspense to the claim's account, from which the payout is held. */
  | 'take'
  | 'put_back'
  /** If the chain takes a payment after it was paid out, it is the gateway's loss, until it is mined again. */
  | 'cover_loss'
  | 'uncover_loss'
  /** Money that came back from a payout fills the loss. */
  | 'fill_loss'
  | 'ask_operator'
  | 'clear_operator_request'
  | 'tell';

export interface ClaimPosition {
  /** It is worth so much that another person of another role has to approve it too. */
  readonly needsAnother: boolean;
  /** Its money has left, or may have: a transaction is signed. */
  readonly isOut: boolean;
  /** The loss of a reorganization is booked. */
  readonly isCovered: boolean;
  readonly needsOperator: boolean;
  /** The payout was paid; otherwise its money is back on the claim's account. */
  readonly isPaid: boolean;
}

type ClaimCondition = Condition<ClaimPosition>;
type ClaimRule = Rule<ClaimStatus, ClaimPosition, ClaimReason, ClaimMark>;

const needsAnother: ClaimCondition = {
  description: 'another person of another role has to approve it',
  isMet: (at) => at.needsAnother,
};
const isOut: ClaimCondition = { description: 'a transaction of its payout is signed', isMet: (at) => at.isOut };
const isCovered: ClaimCondition = { description: 'its loss is booked', isMet: (at) => at.isCovered };
const isPaid: ClaimCondition = { description: 'the payout was paid', isMet: (at) => at.isPaid };
const awaitsOperator: ClaimCondition = { description: 'it needs an operator', isMet: (at) => at.needsOperator };

const refused = (reason: ClaimReason): ClaimRule => ({ when: always, to: 'declined', reason, marks: ['tell'] });
const lost: ClaimRule = { when: isOut, to: 'same', reason: 'reorganized', marks: ['cover_loss', 'ask_operator'] };
const backAgain: ClaimRule = { when: isCovered, to: 'same', marks: ['uncover_loss', 'clear_operator_request'] };
/** The money of its payout is back. */
const unpaid: readonly ClaimRule[] = [
  {
    when: isCovered,
    to: 'declined',
    reason: 'reorganized',
    marks: ['fill_loss', 'clear_operator_request', 'tell'],
  },
  { when: always, to: 'review', reason: 'payout_failed', marks: ['put_back'] },
];
const resolve: readonly ClaimRule[] = [
  { when: awaitsOperator, to: 'same', reason: 'loss_accepted', marks: ['clear_operator_request'] },
];

/** Claims, cell by cell. Nothing is paid without a person, and nothing twice: a payout is held from its own account. */
export const claimTable: StateTable<ClaimStatus, ClaimEventType, ClaimPosition, ClaimReason, ClaimMark> = {
  checking: {
    confirmed: [{ when: always, to: 'review' }],
    disproved: [refused('not_on_chain')],
    refuse: [refused('refused_by_staff')],
    reversed: [refused('reorganized')],
  },
  review: {
    approve: [
      { when: needsAnother, to: 'same' },
      { when: always, to: 'paying', marks: ['take', 'tell'] },
    ],
    disproved: [refused('not_on_chain')],
    refuse: [refused('refused_by_staff')],
    reversed: [refused('reorganized')],
  },
  paying: {
    payout_ended: [{ when: isPaid, to: 'done', marks: ['tell'] }, ...unpaid],
    reversed: [lost, { when: always, to: 'declined', reason: 'reorganized', marks: ['put_back', 'tell'] }],
    credited_again: [backAgain],
    resolve,
  },
  done: {
    payout_ended: [{ when: isPaid, to: 'same' }, ...unpaid],
    reversed: [lost],
    credited_again: [backAgain],
    resolve,
  },
  declined: {},
  recorded: { reversed: [{ when: always, to: 'declined', reason: 'reorganized' }] },
};
