import type { Condition, StateTable } from './machine.ts';

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

/** How many lines of the file, and of its payouts how many are in which state. */
export interface MassPayoutCounts {
  readonly lines: number;
  readonly bad: number;
  /** Payouts that are signed or further. */
  readonly signed: number;
  readonly done: number;
  /** Payouts in error or canceled. */
  readonly failed: number;
}

export type MassPayoutEventType = 'checked' | 'reuploaded' | 'run' | 'counted' | 'give_up';

type MassPayoutCondition = Condition<MassPayoutCounts>;

const allGood: MassPayoutCondition = { words: 'each line is good', holds: ({ lines, bad }) => lines > 0 && bad === 0 };
const someBad: MassPayoutCondition = {
  words: 'a line is bad, or there is none',
  holds: ({ lines, bad }) => lines === 0 || bad > 0,
};
const allDone: MassPayoutCondition = { words: 'each payout is done', holds: ({ lines, done }) => done === lines };
const allEnded: MassPayoutCondition = {
  words: 'each payout has ended, some without success',
  holds: ({ lines, done, failed }) => failed > 0 && done + failed === lines,
};
const allSigned: MassPayoutCondition = {
  words: 'each payout is signed or has ended',
  holds: ({ lines, signed, failed }) => signed + failed >= lines,
};
const someSigned: MassPayoutCondition = { words: 'a payout is signed', holds: ({ signed }) => signed > 0 };
const otherwise: MassPayoutCondition = { words: 'otherwise', holds: () => true };

const counted = [
  { when: allDone, to: 'done' },
  { when: allEnded, to: 'error' },
  { when: allSigned, to: 'confirming' },
  { when: someSigned, to: 'queue' },
  { when: otherwise, to: 'same' },
] as const;

/** A file is run only when each of its lines is good; from then on the counts of its payouts decide. */
export const massPayoutTable: StateTable<MassPayoutStatus, MassPayoutEventType, MassPayoutCounts, never, never> = {
  new: {
    checked: [
      { when: allGood, to: 'validated' },
      { when: someBad, to: 'not_valid' },
    ],
    reuploaded: [{ when: otherwise, to: 'same' }],
  },
  validated: {
    run: [{ when: allGood, to: 'pending' }],
    reuploaded: [{ when: otherwise, to: 'new' }],
    give_up: [{ when: otherwise, to: 'error' }],
  },
  not_valid: { reuploaded: [{ when: otherwise, to: 'new' }], give_up: [{ when: otherwise, to: 'error' }] },
  pending: { counted },
  queue: { counted },
  confirming: { counted },
  done: { counted },
  error: { counted },
};
