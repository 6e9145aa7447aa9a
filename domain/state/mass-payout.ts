import type { Condition, StateTable } from '../process/table.ts';

/** The statuses of a mass payout (spec §4). */
export const MASS_PAYOUT_STATUSES = [
  'new',
  'validated',
  'not_valid',
  'pending',
  'queue',
  'confirming',
  'done',
  'error',
] as const;
export type MassPayoutStatus = (typeof MASS_PAYOUT_STATUSES)[number];

/** Why a mass payout is in its status, or what keeps it there. */
export type MassPayoutReason =
  | 'awaiting_approval'
  | 'cooling_off'
  | 'canceled_by_merchant'
  | 'approval_expired'
  | 'approval_void'
  | 'lines_failed';

/** How many lines the file has, and how many of its payouts are in which state. */
export interface MassPayoutCounts {
  readonly lines: number;
  readonly bad: number;
  /** Lines that became payouts. */
  readonly opened: number;
  /** Payouts that are at least signed. */
  readonly signed: number;
  readonly done: number;
  /** Payouts in error or canceled, and lines that were canceled before they became payouts. */
  readonly failed: number;
}

export interface MassPayoutFacts extends MassPayoutCounts {
  /** Approval by another person than the one who ran the mass payout is required and missing. */
  readonly awaitsApproval: boolean;
  /** The acting person ran the mass payout, or created the token that did. */
  readonly byRunner: boolean;
  /** Lines whose money is held and that are neither payouts nor canceled. */
  readonly waiting: number;
}

export type MassPayoutEventType = 'checked' | 'reuploaded' | 'run' | 'approve' | 'counted' | 'cancel' | 'delete';

type MassPayoutCondition = Condition<MassPayoutFacts>;

const allGood: MassPayoutCondition = {
  description: 'all lines are valid',
  isMet: ({ lines, bad }) => lines > 0 && bad === 0,
};
const someBad: MassPayoutCondition = {
  description: 'a line is invalid, or there are no lines',
  isMet: ({ lines, bad }) => lines === 0 || bad > 0,
};
const allDone: MassPayoutCondition = {
  description: 'all payouts are done',
  isMet: ({ lines, done }) => lines > 0 && done === lines,
};
const allEnded: MassPayoutCondition = {
  description: 'all payouts have ended, some without success',
  isMet: ({ lines, done, failed }) => failed > 0 && done + failed === lines,
};
const allSigned: MassPayoutCondition = {
  description: 'all payouts are signed or have ended',
  isMet: ({ lines, signed, failed }) => signed + failed >= lines,
};
const someOpened: MassPayoutCondition = { description: 'a line became a payout', isMet: ({ opened }) => opened > 0 };
const someWait: MassPayoutCondition = {
  description: 'a line has not become a payout',
  isMet: ({ waiting }) => waiting > 0,
};
const byRunner: MassPayoutCondition = {
  description: 'another person must approve, and this is the one who ran it',
  isMet: ({ awaitsApproval, byRunner }) => awaitsApproval && byRunner,
};
const awaitsApproval: MassPayoutCondition = {
  description: 'it is waiting for approval',
  isMet: (facts) => facts.awaitsApproval,
};
const otherwise: MassPayoutCondition = { description: 'otherwise', isMet: () => true };

const counted = [
  { when: allDone, to: 'done' },
  { when: allEnded, to: 'error', reason: 'lines_failed' },
  { when: allSigned, to: 'confirming' },
  { when: someOpened, to: 'queue' },
  { when: otherwise, to: 'same' },
] as const;

/** Lines without a payout can still be canceled; existing payouts continue on their own. */
const cancelTheRest = [
  { when: someWait, to: 'same' },
  { when: otherwise, to: 'refused', code: 'payout_signed' },
] as const;

/** A mass payout that was never run is only a file: its row is removed with the step. */
const deleteTheFile = [{ when: otherwise, to: 'same' }] as const;

/** A file can be run only when all of its lines are valid; from then on the counts of its payouts decide. */
export const massPayoutTable: StateTable<
  MassPayoutStatus,
  MassPayoutEventType,
  MassPayoutFacts,
  MassPayoutReason,
  never
> = {
  new: {
    checked: [
      { when: allGood, to: 'validated' },
      { when: someBad, to: 'not_valid' },
    ],
  },
  validated: {
    run: [{ when: allGood, to: 'pending' }],
    reuploaded: [{ when: otherwise, to: 'new' }],
    cancel: [{ when: otherwise, to: 'error', reason: 'canceled_by_merchant' }],
    delete: deleteTheFile,
  },
  not_valid: {
    reuploaded: [{ when: otherwise, to: 'new' }],
    cancel: [{ when: otherwise, to: 'error', reason: 'canceled_by_merchant' }],
    delete: deleteTheFile,
  },
  pending: {
    approve: [
      { when: byRunner, to: 'refused', code: 'approver_is_creator' },
      { when: awaitsApproval, to: 'same' },
    ],
    cancel: cancelTheRest,
    counted,
  },
  queue: { cancel: cancelTheRest, counted },
  confirming: { counted },
  done: { counted },
  error: { counted },
};
