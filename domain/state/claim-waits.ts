import { again, lastTriedMs } from '../process/backoff.ts';
import { actWhenDue, type Moment, type NextStep } from '../process/waits.ts';
import type { ClaimReason, ClaimStatus } from './claim-status.ts';

/** A workflow's snapshot of its claim: the row at one version, carried by inputs, answers and signals. */
export interface ClaimSnapshot {
  readonly version: number;
  readonly status: ClaimStatus;
  readonly reason: ClaimReason | null;
  readonly needsOperator: boolean;
}

/** The durations of the workflow in milliseconds; tests shorten them. */
export interface ClaimWaits {
  /** How often the staff is reminded of a claim that waits for a decision, or of a loss. */
  readonly reminderMs: number;
  /** How long a payout may take until the row is read again. */
  readonly payoutMs: number;
}

export const CLAIM_WAITS: ClaimWaits = { reminderMs: 24 * 3_600_000, payoutMs: 24 * 3_600_000 };

/** Requests of the workflow to an activity. */
export type ClaimAct = 'check' | 'remind';

/** Whether something is left to wait for. */
export function needsClaimWorkflow({ status, needsOperator }: Omit<ClaimSnapshot, 'version' | 'reason'>): boolean {
  return needsOperator || status === 'checking' || status === 'review' || status === 'paying';
}

/** Decides the next step of a claim's workflow. Pure; every wait has an end and says what it waits for. */
export function nextClaimStep(
  at: Moment<ClaimSnapshot> & { readonly waits: ClaimWaits },
  nowMs: number,
): NextStep<ClaimAct> {
  const { snapshot, waits } = at;
  if (!needsClaimWorkflow(snapshot)) return { kind: 'end', message: `Nothing to do while it is ${snapshot.status}.` };
  if (snapshot.status === 'checking') return again(at, nowMs, { act: 'check', message: 'Asking the chain again.' });
  if (snapshot.needsOperator) {
    const message = 'Paid back, then the payment was reorganized. Waiting for the chain or an operator.';
    return actWhenDue({ untilMs: lastTriedMs(at) + waits.reminderMs, act: 'remind', message }, nowMs);
  }
  if (snapshot.status === 'review') {
    const message = 'Waiting for a decision of the staff, on the page Claims of the console.';
    return actWhenDue({ untilMs: lastTriedMs(at) + waits.reminderMs, act: 'remind', message }, nowMs);
  }
  const message = 'Waiting for its payout.';
  return actWhenDue({ untilMs: lastTriedMs(at) + waits.payoutMs, act: 'remind', message }, nowMs);
}
