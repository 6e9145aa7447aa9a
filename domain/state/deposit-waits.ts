import { again, againWhenDue, lastTriedMs } from '../process/backoff.ts';
import { actWhenDue, type Moment, type NextStep } from '../process/waits.ts';
import type { DepositReason, DepositStatus } from './deposit-status.ts';

/** A workflow's snapshot of its deposit: the row at one version, carried by inputs, answers and signals. */
export interface DepositSnapshot {
  readonly version: number;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  readonly needsOperator: boolean;
  /** Staff hold its money; absent: they do not. */
  readonly held?: true;
}

/** The durations of the workflow in milliseconds; tests shorten them. */
export interface DepositWaits {
  /** How long the chain may take to call a block final before it is asked again. */
  readonly finalityMs: number;
  /** How often operators are reminded. */
  readonly reminderMs: number;
}

export const DEPOSIT_WAITS: DepositWaits = { finalityMs: 3_600_000, reminderMs: 24 * 3_600_000 };

/** Requests of the workflow to an activity. */
export type DepositAct = 'settle' | 'remind';

/**
 * Whether a deposit needs a workflow. Before its confirmation and below the minimum the follower wakes it: so a million
 * payments of dust start none. One that staff hold is settled by the run that its release starts.
 */
export function needsWorkflow({ status, reason, needsOperator, held }: Omit<DepositSnapshot, 'version'>): boolean {
  return needsOperator || (status === 'processing' && reason !== 'below_minimum' && held !== true);
}

/** Decides the next step of a deposit's workflow. Pure; every wait has an end and says what it waits for. */
export function nextDepositStep(
  at: Moment<DepositSnapshot> & { readonly waits: DepositWaits },
  nowMs: number,
): NextStep<DepositAct> {
  const { snapshot, sinceMs, waits } = at;
  if (snapshot.needsOperator) {
    const message = 'Settled money was reorganized. Waiting for the chain or an operator.';
    return actWhenDue({ untilMs: lastTriedMs(at) + waits.reminderMs, act: 'remind', message }, nowMs);
  }
  if (!needsWorkflow(snapshot)) return { kind: 'end', message: `Nothing to do while it is ${wordsOf(snapshot)}.` };
  if (snapshot.reason === 'awaiting_finality') {
    const message = 'Waiting for the chain to call the blocks of this large amount final.';
    return againWhenDue(at, nowMs, { untilMs: sinceMs + waits.finalityMs, act: 'settle', message });
  }
  return again(at, nowMs, { act: 'settle', message: 'Settling it to the merchant’s balance.' });
}

function wordsOf({ status, reason, held }: DepositSnapshot): string {
  if (held === true) return `${status} and held by compliance`;
  return reason === null ? status : `${status} (${reason.replaceAll('_', ' ')})`;
}
