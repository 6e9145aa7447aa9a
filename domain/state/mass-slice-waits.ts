import { again } from '../process/backoff.ts';
import type { Moment, NextStep } from '../process/waits.ts';

/** Requests of a slice's workflow to activities. */
export type MassSliceAct = 'send' | 'ask_operator' | 'clear_operator_request';

/** The snapshot of a slice's workflow. A slice has no row, so the workflow counts its own versions. */
export interface MassSliceSnapshot {
  readonly version: number;
  /** Lines to sign and transactions to send, when the database was read last. */
  readonly unsigned: number;
  readonly unsent: number;
  readonly isSent: boolean;
  /** How often signer and node did everything that was requested. */
  readonly successes: number;
  /** Since when the lines cannot be sent; null while nothing is in the way. */
  readonly keptSinceMs: number | null;
  /** An operator was requested. */
  readonly asked: boolean;
}

/** The snapshot before the database was read for the first time. */
export const UNKNOWN_SLICE: MassSliceSnapshot = {
  version: 0,
  unsigned: 0,
  unsent: 0,
  isSent: false,
  successes: 0,
  keptSinceMs: null,
  asked: false,
};

export interface MassSliceMoment extends Moment<MassSliceSnapshot> {
  /** How long the lines may be blocked before an operator is requested, in milliseconds. */
  readonly signingMs: number;
  /** Called only right before an operator would be requested. */
  readonly mayAsk: () => boolean;
}

/** Decides the next step of a slice. A problem that blocks all lines for long requests one operator for all of them. */
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
