import { again, againWhenDue } from '../process/backoff.ts';
import { actWhenDue, type Moment, type NextStep, waitUntil } from '../process/waits.ts';
import { MASS_MAX_UNSIGNED, MASS_RESUME_BELOW, type MassPayoutSnapshot } from './mass-payout-snapshot.ts';

/** Requests of the workflow to an activity. */
export type MassPayoutAct = 'expire_approval' | 'open' | 'recheck';

/** The durations of the workflow in milliseconds; tests shorten them. */
export interface MassPayoutWaits {
  /** How often the workflow rechecks for overdue lines and for free capacity, in case a signal was lost. */
  readonly lookMs: number;
}

export const MASS_DEFAULT_WAITS: MassPayoutWaits = { lookMs: 6 * 3_600_000 };

/** `tries` counts attempts that created no payouts. */
export interface MassPayoutMoment extends Moment<MassPayoutSnapshot> {
  readonly checkedAtMs: number;
  readonly waits: MassPayoutWaits;
}

/** Decides the next step of a mass payout's workflow. Pure; every wait has an end and says what it waits for. */
export function nextMassStep(at: MassPayoutMoment, nowMs: number): NextStep<MassPayoutAct> {
  const { snapshot } = at;
  const { status, lines, done, failed } = snapshot;
  if (status === 'done') return { kind: 'end', message: `All ${lines} payouts are done.` };
  if (status === 'error')
    return { kind: 'end', message: `Ended: ${done} of ${lines} lines were paid, ${failed} failed.` };
  if (snapshot.awaitsApproval) {
    const message = 'Waiting for approval by another person; the money is held.';
    return againWhenDue(at, nowMs, { untilMs: snapshot.approvalEndsMs, act: 'expire_approval', message });
  }
  if (snapshot.waiting === 0) return recheck(at, nowMs, `All lines have become payouts; ${done} of ${lines} are done.`);
  if (snapshot.notBeforeMs !== null && nowMs < snapshot.notBeforeMs) {
    return waitUntil(snapshot.notBeforeMs, 'Approved. Waiting for the cool-off of new addresses to end.');
  }
  if (snapshot.ahead >= MASS_MAX_UNSIGNED) {
    return recheck(
      at,
      nowMs,
      `${snapshot.ahead} payouts are waiting for the signer. ` +
        `Below ${MASS_RESUME_BELOW}, the next of ${snapshot.waiting} lines follow.`,
    );
  }
  return again(at, nowMs, { act: 'open', message: `Creating payouts for the next of ${snapshot.waiting} lines.` });
}

function recheck({ checkedAtMs, waits }: MassPayoutMoment, nowMs: number, message: string): NextStep<MassPayoutAct> {
  return actWhenDue({ untilMs: checkedAtMs + waits.lookMs, act: 'recheck', message }, nowMs);
}
