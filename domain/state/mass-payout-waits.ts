import { again, againWhenDue } from '../process/backoff.ts';
import { actWhenDue, type Moment, type NextStep, waitUntil } from '../process/waits.ts';
import { MASS_MAX_AHEAD, MASS_ROOM_BELOW, type MassPayoutWatch } from './mass-payout-watch.ts';

/** What the workflow asks an activity to do. */
export type MassPayoutAct = 'expire_approval' | 'open' | 'look';

/** Durations the workflow works with; tests shorten them. Milliseconds. */
export interface MassPayoutWaits {
  /** How often it looks for lines that are overdue, and whether there is room, should no word have come. */
  readonly lookMs: number;
}

export const MASS_DEFAULT_WAITS: MassPayoutWaits = { lookMs: 6 * 3_600_000 };

/** Tries are openings that opened nothing. */
export interface MassPayoutMoment extends Moment<MassPayoutWatch> {
  readonly lookedAtMs: number;
  readonly waits: MassPayoutWaits;
}

/**
 * What the workflow of a mass payout does now: pure, so that tests need no server. Every wait has an end, and its words
 * say what is waited for.
 */
export function nextMassStep(at: MassPayoutMoment, nowMs: number): NextStep<MassPayoutAct> {
  const { watch } = at;
  const { status, lines, done, failed } = watch;
  if (status === 'done') return { kind: 'end', words: `All ${lines} payouts are done.` };
  if (status === 'error')
    return { kind: 'end', words: `Ended: ${done} of ${lines} lines were paid, ${failed} failed.` };
  if (watch.awaitsApproval) {
    const words = 'Waiting for approval by another person; the money is held.';
    return againWhenDue(at, nowMs, { untilMs: watch.approvalEndsMs, act: 'expire_approval', words });
  }
  if (watch.waiting === 0) return look(at, nowMs, `All lines have become payouts; ${done} of ${lines} are done.`);
  if (watch.notBeforeMs !== null && nowMs < watch.notBeforeMs) {
    return waitUntil(watch.notBeforeMs, 'Approved. Waiting for the cool-off of new addresses to end.');
  }
  if (watch.ahead >= MASS_MAX_AHEAD) {
    return look(
      at,
      nowMs,
      `${watch.ahead} payouts are waiting for the signer. Below ${MASS_ROOM_BELOW}, the next of ${watch.waiting} lines follow.`,
    );
  }
  return again(at, nowMs, { act: 'open', words: `Creating payouts for the next of ${watch.waiting} lines.` });
}

function look({ lookedAtMs, waits }: MassPayoutMoment, nowMs: number, words: string): NextStep<MassPayoutAct> {
  return actWhenDue({ untilMs: lookedAtMs + waits.lookMs, act: 'look', words }, nowMs);
}
