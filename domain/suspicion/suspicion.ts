import { missingVotes, type Vote } from '../compliance/two-people.ts';
import { always, type Condition, type StateTable } from '../process/table.ts';
import { COMPLIANCE_CALENDAR } from './calendar.ts';
import { workingDeadlineMs } from './working-hours.ts';

/** The state of a suspended operation. Its money does not move before `released`. */
export const SUSPICION_STATUSES = ['suspended', 'reported', 'released'] as const;
export type SuspicionStatus = (typeof SUSPICION_STATUSES)[number];

export const SUSPICION_KINDS = ['invoice', 'deposit', 'payout', 'withdrawal'] as const;
export type SuspicionKind = (typeof SUSPICION_KINDS)[number];

export type SuspicionEvent = 'report' | 'agree' | 'release';

/** Effects of a step besides the row. */
export type SuspicionMark = 'record' | 'clear_hold' | 'resolve_alerts' | 'nudge';

export interface SuspicionPosition {
  readonly releaseComplete: boolean;
}

const complete: Condition<SuspicionPosition> = {
  description: 'the required number of people agree',
  isMet: (at) => at.releaseComplete,
};
const release = [
  { when: complete, to: 'released', marks: ['record', 'clear_hold', 'resolve_alerts', 'nudge'] },
  { when: always, to: 'same' },
] as const;
const agree = [{ when: always, to: 'same', marks: ['record'] }] as const;

/** Status × event of a suspended operation (spec §4). An event that is not listed is refused and changes nothing. */
export const suspicionTable: StateTable<SuspicionStatus, SuspicionEvent, SuspicionPosition, never, SuspicionMark> = {
  suspended: { report: [{ when: always, to: 'reported', marks: ['record', 'resolve_alerts'] }], agree, release },
  reported: { agree, release },
  released: {},
};

/** Below this value one person may let an operation go that nobody reported; EUR cents. */
export const ONE_PERSON_BELOW_MINOR = 100_000n;

/** Spec §4, §9: reported within three working hours. */
const REPORT_WITHIN_MS = 3 * 3_600_000;
/** Staff are reminded after one and after two of the three. */
const REMIND_AFTER_MS = [1 * 3_600_000, 2 * 3_600_000] as const;

/**
 * Until when an operation suspended at `nowMs` is to be reported or released, and when staff are reminded. Unix
 * milliseconds.
 */
export function reportTimes(nowMs: number): { readonly dueMs: number; readonly remindMs: readonly number[] } {
  const after = (workingMs: number) => workingDeadlineMs(nowMs, workingMs, COMPLIANCE_CALENDAR);
  return { dueMs: after(REPORT_WITHIN_MS), remindMs: REMIND_AFTER_MS.map(after) };
}

export interface ReleaseFacts {
  readonly suspendedBy: string;
  readonly reported: boolean;
  /**
   * EUR cents at the moment of the release: what came or is still due, with all other operations of the merchant or the
   * payer that were suspended within {@link COUNT_TOGETHER_MS}; null: no rate was known, which counts as much.
   */
  readonly valueEurMinor: bigint | null;
  readonly votes: readonly Vote[];
}

/**
 * Operations of one merchant or payer suspended within this count together, so that a sum is not released in small
 * parts by one person.
 */
export const COUNT_TOGETHER_MS = 7 * 86_400_000;

/**
 * Missing approvals for a release, in words for staff; null if there are none. The person who suspended an operation
 * never releases it alone. A small one that was not reported needs one other person, every other one two people of two
 * roles, a reported one the MLRO among them.
 */
export function missingRelease({ suspendedBy, reported, valueEurMinor, votes }: ReleaseFacts): string | null {
  const isSmall = !reported && valueEurMinor !== null && valueEurMinor < ONE_PERSON_BELOW_MINOR;
  if (isSmall) {
    return votes.some(({ staffId }) => staffId !== suspendedBy)
      ? null
      : 'Somebody other than who suspended it must agree.';
  }
  return missingVotes(votes, { verb: 'agree', mlroBecause: reported ? 'it was reported' : null });
}

/** The workflow's snapshot of a suspended operation: copied from the row at one version. */
export interface SuspicionSnapshot {
  readonly version: number;
  readonly status: SuspicionStatus;
}
