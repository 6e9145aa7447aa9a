import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { findRule, ruleFor } from '../process/table.ts';
import {
  MASS_PAYOUT_STATUSES,
  type MassPayoutEventType,
  type MassPayoutFacts,
  type MassPayoutStatus,
  massPayoutTable,
} from './mass-payout.ts';
import { MASS_MAX_UNSIGNED, MASS_RESUME_BELOW, type MassPayoutSnapshot } from './mass-payout-snapshot.ts';
import { MASS_DEFAULT_WAITS, type MassPayoutMoment, nextMassStep } from './mass-payout-waits.ts';

/** A file of ten good lines that was run: none is a payout yet. */
function facts(changes: Partial<MassPayoutFacts> = {}): MassPayoutFacts {
  return {
    lines: 10,
    bad: 0,
    opened: 0,
    signed: 0,
    done: 0,
    failed: 0,
    awaitsApproval: false,
    byRunner: false,
    waiting: 10,
    ...changes,
  };
}

const ruleOf = (status: MassPayoutStatus, event: MassPayoutEventType, changes: Partial<MassPayoutFacts> = {}) =>
  findRule(massPayoutTable, { status, event, position: facts(changes) });
const goalOf = (...at: Parameters<typeof ruleOf>) => ruleOf(...at)?.to ?? null;

function codeOf(...[status, event, changes]: Parameters<typeof ruleOf>): string {
  try {
    ruleFor(massPayoutTable, { status, event, position: facts(changes) });
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
  return 'taken';
}

describe('a mass payout', () => {
  it('is validated only when it has lines and each is good', () => {
    expect(goalOf('new', 'checked')).toBe('validated');
    expect(goalOf('new', 'checked', { bad: 1 })).toBe('not_valid');
    expect(goalOf('new', 'checked', { lines: 0 })).toBe('not_valid');
    expect(goalOf('validated', 'run')).toBe('pending');
    expect(goalOf('validated', 'run', { bad: 1 })).toBeNull();
    expect(goalOf('validated', 'run', { lines: 0 })).toBeNull();
  });

  it('is approved by another person than the one who ran it', () => {
    const requested = { awaitsApproval: true };
    expect(codeOf('pending', 'approve', { ...requested, byRunner: true })).toBe('approver_is_creator');
    expect(codeOf('pending', 'approve', requested)).toBe('taken');
    expect(codeOf('pending', 'approve')).toBe('illegal_transition');
    expect(codeOf('pending', 'approve', { byRunner: true })).toBe('illegal_transition');
  });

  it('is taken back as far as its lines are no payouts yet', () => {
    for (const status of ['pending', 'queue'] as const) {
      expect(codeOf(status, 'cancel', { waiting: 1 })).toBe('taken');
      expect(codeOf(status, 'cancel', { waiting: 0 })).toBe('payout_signed');
    }
    for (const status of ['validated', 'not_valid'] as const) {
      expect(ruleOf(status, 'cancel')).toMatchObject({ to: 'error', reason: 'canceled_by_merchant' });
      expect(goalOf(status, 'reuploaded')).toBe('new');
    }
    expect(codeOf('done', 'cancel')).toBe('illegal_transition');
  });

  it.each(['pending', 'queue', 'confirming', 'done', 'error'] as const)(
    '%s: the counts of its payouts decide',
    (at) => {
      const counted = (changes: Partial<MassPayoutFacts>) => goalOf(at, 'counted', changes);
      expect(counted({})).toBe('same');
      expect(counted({ opened: 1 })).toBe('queue');
      expect(counted({ opened: 10, signed: 8, failed: 1 })).toBe('queue');
      expect(counted({ opened: 10, signed: 9, failed: 1 })).toBe('confirming');
      expect(counted({ opened: 10, signed: 10, done: 9 })).toBe('confirming');
      expect(counted({ opened: 10, signed: 10, done: 10 })).toBe('done');
      expect(counted({ opened: 10, signed: 9, done: 9, failed: 1 })).toBe('error');
      expect(counted({ opened: 10, signed: 9, done: 8, failed: 1 })).toBe('confirming');
      expect(counted({ failed: 10 })).toBe('error');
      expect(counted({ lines: 0 })).toBe('confirming');
    },
  );

  it('each status takes only what is listed', () => {
    const events = ['checked', 'reuploaded', 'run', 'approve', 'counted', 'cancel'] as const;
    const listed = MASS_PAYOUT_STATUSES.map((status) => [
      status,
      events.filter((event) => massPayoutTable[status][event] !== undefined),
    ]);
    expect(Object.fromEntries(listed)).toEqual({
      new: ['checked'],
      validated: ['reuploaded', 'run', 'cancel'],
      not_valid: ['reuploaded', 'cancel'],
      pending: ['approve', 'counted', 'cancel'],
      queue: ['counted', 'cancel'],
      confirming: ['counted'],
      done: ['counted'],
      error: ['counted'],
    });
  });
});

const NOW_MS = 1_000_000_000;
const LOOK_MS = MASS_DEFAULT_WAITS.lookMs;

function moment(snapshot: Partial<MassPayoutSnapshot>, changes: Partial<MassPayoutMoment> = {}): MassPayoutMoment {
  return {
    snapshot: {
      version: 1,
      status: 'queue',
      reason: null,
      awaitsApproval: false,
      approvalEndsMs: NOW_MS + 5,
      notBeforeMs: null,
      waiting: 7,
      ahead: 0,
      lines: 10,
      done: 2,
      failed: 1,
      ...snapshot,
    },
    sinceMs: NOW_MS,
    checkedAtMs: NOW_MS,
    tries: 0,
    triedAtMs: NOW_MS,
    trouble: null,
    waits: MASS_DEFAULT_WAITS,
    ...changes,
  };
}

const stepOf = (snapshot: Partial<MassPayoutSnapshot>, changes: Partial<MassPayoutMoment> = {}, nowMs = NOW_MS) =>
  nextMassStep(moment(snapshot, changes), nowMs);
const act = (name: string, message: string) => ({ kind: 'act', act: name, message });
const wait = (untilMs: number, message: string) => ({ kind: 'wait', untilMs, message });

describe('what the workflow of a mass payout does next', () => {
  it('ends when nothing is left', () => {
    expect(stepOf({ status: 'done' })).toEqual({ kind: 'end', message: 'All 10 payouts are done.' });
    expect(stepOf({ status: 'error' })).toEqual({ kind: 'end', message: 'Ended: 2 of 10 lines were paid, 1 failed.' });
  });

  it('waits for an approval, before anything else, until its time is over', () => {
    const message = 'Waiting for approval by another person; the money is held.';
    const requested = { awaitsApproval: true, waiting: 0, notBeforeMs: NOW_MS + 9 };
    expect(stepOf(requested, {}, NOW_MS + 4)).toEqual(wait(NOW_MS + 5, message));
    expect(stepOf(requested, {}, NOW_MS + 5)).toEqual(act('expire_approval', message));
  });

  it('waits for the cool-off of new addresses', () => {
    const cooling = { notBeforeMs: NOW_MS + 9 };
    expect(stepOf(cooling, {}, NOW_MS + 8)).toEqual(
      wait(NOW_MS + 9, 'Approved. Waiting for the cool-off of new addresses to end.'),
    );
    expect(stepOf(cooling, {}, NOW_MS + 9)).toMatchObject({ act: 'open' });
  });

  it('rechecks every six hours once every line is a payout', () => {
    const message = 'All lines have become payouts; 2 of 10 are done.';
    expect(LOOK_MS).toBe(6 * 3_600_000);
    expect(stepOf({ waiting: 0 })).toEqual(wait(NOW_MS + LOOK_MS, message));
    expect(stepOf({ waiting: 0 }, {}, NOW_MS + LOOK_MS - 1)).toMatchObject({ kind: 'wait' });
    expect(stepOf({ waiting: 0 }, {}, NOW_MS + LOOK_MS)).toEqual(act('recheck', message));
  });

  it('opens no more while many payouts wait for the signer', () => {
    expect([MASS_MAX_UNSIGNED, MASS_RESUME_BELOW]).toEqual([2_000, 1_000]);
    const message = '2000 payouts are waiting for the signer. Below 1000, the next of 7 lines follow.';
    expect(stepOf({ ahead: 2_000 })).toEqual(wait(NOW_MS + LOOK_MS, message));
    expect(stepOf({ ahead: 2_000 }, {}, NOW_MS + LOOK_MS)).toEqual(act('recheck', message));
    expect(stepOf({ ahead: 1_999 })).toEqual(act('open', 'Creating payouts for the next of 7 lines.'));
  });

  it('tries what opened nothing after pauses that double, to five minutes at most, and says what kept it', () => {
    const message = 'Creating payouts for the next of 7 lines.';
    const pauses = [1, 2, 3, 9, 10, 40].map((tries) => stepOf({}, { tries }));
    const times = ['once', 'twice', '3 times', '9 times', '10 times', '40 times'];
    expect(pauses).toEqual(
      [1_000, 2_000, 4_000, 256_000, 300_000, 300_000].map((pauseMs, index) =>
        wait(NOW_MS + pauseMs, `${message} Tried ${times[index]}; trying again.`),
      ),
    );
    expect(stepOf({}, { tries: 2, trouble: 'The balance is frozen.' }, NOW_MS + 1_999)).toEqual(
      wait(NOW_MS + 2_000, `${message} The balance is frozen. Tried twice; trying again.`),
    );
    expect(stepOf({}, { tries: 2 }, NOW_MS + 2_000)).toEqual(act('open', message));
  });
});
