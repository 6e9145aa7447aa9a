import { again } from '../process/backoff.ts';
import type { Moment, NextStep } from '../process/waits.ts';

/** What the workflow of a slice asks activities to do. */
export type MassSliceAct = 'send' | 'ask_operator' | 'clear_operator_request';

/** What a slice's workflow knows: there is no row of it, so it counts its own versions. */
export interface MassSliceSnapshot {
  readonly version: number;
  /** Lines to sign and transactions to send, when it looked last. */
  readonly unsigned: number;
  readonly unsent: number;
  readonly isSent: boolean;
  /** How often all that was asked of signer and node was done. */
  readonly successes: number;
  /** Since when something keeps its lines from being sent; null: nothing does. */
  readonly keptSinceMs: number | null;
  /** An operator was asked for. */
  readonly asked: boolean;
}

/** Before the database was asked for the first time. */
export const UNKNOWN_SLICE: MassSliceSnapshot = {
  ...{ version: 0, unsigned: 0, unsent: 0, isSent: false },
  ...{ successes: 0, keptSinceMs: null, asked: false },
};

export interface MassSliceMoment extends Moment<MassSliceSnapshot> {
  /** How long something may keep the lines before an operator is asked. Milliseconds. */
  readonly signingMs: number;
  /** Asked last, and only where an operator is to be asked. */
  readonly mayAsk: () => boolean;
}

/**
 * What the workflow of a slice does now. What keeps all lines for long asks for an operator once, and leaves them
 * together.
 */
export function nextSliceStep(at: MassSliceMoment, nowMs: number): NextStep<MassSliceAct> {
  const { keptSinceMs, asked, isSent } = at.snapshot;
  const message = sliceMessage(at.snapshot);
  if (keptSinceMs === null) {
    if (asked) return { kind: 'act', act: 'clear_operator_request', message };
    return isSent
      ? { kind: 'end', message: 'Every line was sent to the node or has ended.' }
      : { kind: 'act', act: 'send', message };
  }
  if (!asked && at.triedAtMs >= keptSinceMs + at.signingMs && at.mayAsk()) {
    return { kind: 'act', act: 'ask_operator', message: `${message} ${at.trouble ?? ''}` };
  }
  const waits = asked ? `${message} Waiting for an operator; still retrying.` : message;
  return again(at, nowMs, { act: 'send', message: waits });
}

function sliceMessage({ version, unsigned, unsent }: MassSliceSnapshot): string {
  if (version === 0) return 'Checking what to sign and send.';
  return `${unsigned} lines to sign, ${unsent} transactions to send.`;
}
