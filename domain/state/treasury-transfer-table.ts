import { always, type Condition, type StateTable } from '../process/table.ts';

/**
 * The life of a transfer between the gateway's own places. `sending` is committed before anything leaves, so from then
 * on it may be under way; `sent` has left its origin for certain, `arrived` is at its destination for certain.
 */
export const TREASURY_TRANSFER_STATUSES = [
  'proposed',
  'approved',
  'sending',
  'sent',
  'arrived',
  'failed',
  'declined',
] as const;

export type TreasuryTransferStatus = (typeof TREASURY_TRANSFER_STATUSES)[number];

/**
 * `depart`: the origin says that it has left. `note`: it says more, such as the transaction. `arrive`: the destination
 * has it. `take_back`: the chain took the arrival back. `fail`: a definite no, or the money came back, even from its
 * destination. `give_up`: the origin does not know it although it must by now.
 */
export type TreasuryTransferEventType =
  | 'approve'
  | 'refuse'
  | 'expire'
  | 'send'
  | 'depart'
  | 'note'
  | 'arrive'
  | 'take_back'
  | 'fail'
  | 'give_up';

/** Effects beside the row. */
export type TreasuryTransferMark =
  /** Takes back what the payout was given that should have carried it. */
  'release' | 'book_departure' | 'book_return' | 'book_arrival' | 'reverse_arrival' | 'tell_failure';

export interface TreasuryTransferPosition {
  /** It is worth so much that another person of another role has to approve it too. */
  readonly needsAnother: boolean;
  /** Its deadline passed. */
  readonly isOverdue: boolean;
}

type Position = TreasuryTransferPosition;

const needsAnother: Condition<Position> = {
  description: 'another person of another role has to approve it',
  isMet: (at) => at.needsAnother,
};
const isOverdue: Condition<Position> = { description: 'its deadline has passed', isMet: (at) => at.isOverdue };

export const treasuryTransferTable: StateTable<
  TreasuryTransferStatus,
  TreasuryTransferEventType,
  Position,
  never,
  TreasuryTransferMark
> = {
  proposed: {
    approve: [
      { when: needsAnother, to: 'same' },
      { when: always, to: 'approved' },
    ],
    refuse: [{ when: always, to: 'declined' }],
    expire: [{ when: isOverdue, to: 'declined' }],
  },
  approved: {
    send: [{ when: always, to: 'sending' }],
    refuse: [{ when: always, to: 'declined' }],
    fail: [{ when: always, to: 'failed', marks: ['tell_failure'] }],
  },
  sending: {
    depart: [{ when: always, to: 'sent', marks: ['book_departure'] }],
    fail: [{ when: always, to: 'failed', marks: ['release', 'tell_failure'] }],
    give_up: [{ when: isOverdue, to: 'failed', marks: ['tell_failure'] }],
  },
  sent: {
    depart: [{ when: always, to: 'same' }],
    note: [{ when: always, to: 'same' }],
    arrive: [{ when: always, to: 'arrived', marks: ['book_arrival'] }],
    fail: [{ when: always, to: 'failed', marks: ['book_return', 'tell_failure'] }],
  },
  arrived: {
    arrive: [{ when: always, to: 'same' }],
    take_back: [{ when: always, to: 'sent', marks: ['reverse_arrival'] }],
    // A payee can send money back that it has credited.
    fail: [{ when: always, to: 'failed', marks: ['reverse_arrival', 'book_return', 'tell_failure'] }],
  },
  // An exchange may name a withdrawal late: then it has left after all.
  failed: {
    depart: [{ when: always, to: 'sent', marks: ['book_departure'] }],
    fail: [{ when: always, to: 'same' }],
  },
  declined: {},
};
