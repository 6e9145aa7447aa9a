import type { PayoutWaits, PayoutWatch } from './payout-watch.ts';

/** What the workflow asks an activity to do. */
export type PayoutAct = 'expire_approval' | 'enqueue' | 'sign' | 'broadcast' | 'overdue' | 'remind';

export type PayoutNext =
  | { readonly kind: 'end'; readonly words: string }
  | { readonly kind: 'act'; readonly act: PayoutAct; readonly words: string }
  | { readonly kind: 'wait'; readonly untilMs: number; readonly words: string };

export interface PayoutMoment {
  readonly watch: PayoutWatch;
  /** When the status (or its first transaction) was learned of. */
  readonly sinceMs: number;
  /** Acts in a row that changed nothing, and when the last one was. */
  readonly idleActs: number;
  readonly idleSinceMs: number;
  readonly waits: PayoutWaits;
}

export const DEFAULT_WAITS: PayoutWaits = {
  confirmationMs: 6 * 3_600_000,
  signingMs: 2 * 3_600_000,
  reminderMs: 24 * 3_600_000,
};

/** What the workflow of a payout does now: pure, so that tests need no server. Every wait has an end. */
export function nextPayoutStep(at: PayoutMoment, nowMs: number): PayoutNext {
  const { watch, waits, sinceMs } = at;
  switch (watch.status) {
    case 'new':
      return waitThen(at, nowMs, {
        untilMs: watch.approvalEndsMs,
        act: 'expire_approval',
        words: 'Waits for the approval of another person; the money is held.',
      });
    case 'pending':
      return waitThen(at, nowMs, {
        untilMs: watch.notBeforeMs ?? 0,
        act: 'enqueue',
        words: 'Approved. Waits for the end of the cool-off of a new address.',
      });
    case 'queue':
      return watch.txid === null ? signing(at, nowMs) : sending(at, nowMs);
    case 'confirming':
      if (watch.needsOperator) return remind(at, nowMs, `Waits for confirmations longer than usual${because(watch)}.`);
      return waitThen(at, nowMs, {
        untilMs: sinceMs + waits.confirmationMs,
        act: 'overdue',
        words: `Sent${because(watch)}. Waits for its confirmations.`,
      });
    case 'error':
      if (watch.needsOperator) return remind(at, nowMs, `Waits for an operator${because(watch)}.`);
      return { kind: 'end', words: `Ended in error${because(watch)}; the money is back on the balance.` };
    case 'done':
    case 'canceled':
      return { kind: 'end', words: `Ended as ${watch.status}${because(watch)}.` };
    default:
      return watch.status satisfies never;
  }
}

function signing(at: PayoutMoment, nowMs: number): PayoutNext {
  const { watch, waits, sinceMs } = at;
  if (!watch.needsOperator && nowMs >= sinceMs + waits.signingMs) {
    return act(at, nowMs, 'overdue', 'Could not be signed for long.');
  }
  return act(at, nowMs, 'sign', `Asks the signer${because(watch)}.`);
}

function sending(at: PayoutMoment, nowMs: number): PayoutNext {
  const { watch, waits, sinceMs } = at;
  if (!watch.needsOperator && nowMs >= sinceMs + waits.confirmationMs) {
    return act(at, nowMs, 'overdue', 'Signed, but no node took it.');
  }
  return act(at, nowMs, 'broadcast', 'Signed. Sends it to the node.');
}

function remind(at: PayoutMoment, nowMs: number, words: string): PayoutNext {
  const lastMs = at.idleActs === 0 ? at.sinceMs : at.idleSinceMs;
  const untilMs = lastMs + at.waits.reminderMs;
  return nowMs < untilMs ? { kind: 'wait', untilMs, words } : { kind: 'act', act: 'remind', words };
}

function waitThen(
  at: PayoutMoment,
  nowMs: number,
  wanted: { readonly untilMs: number; readonly act: PayoutAct; readonly words: string },
): PayoutNext {
  if (nowMs < wanted.untilMs) return { kind: 'wait', untilMs: wanted.untilMs, words: wanted.words };
  return act(at, nowMs, wanted.act, wanted.words);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** An act that changed nothing is repeated after pauses that double, so that what is away costs little history. */
function act(at: PayoutMoment, nowMs: number, name: PayoutAct, words: string): PayoutNext {
  if (at.idleActs === 0) return { kind: 'act', act: name, words };
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(at.idleActs - 1, 20), LONGEST_PAUSE_MS);
  const untilMs = at.idleSinceMs + pauseMs;
  if (nowMs >= untilMs) return { kind: 'act', act: name, words };
  return { kind: 'wait', untilMs, words: `${words} Tried ${at.idleActs} times; trying again.` };
}

function because({ reason }: PayoutWatch): string {
  return reason === null ? '' : ` (${reason.replaceAll('_', ' ')})`;
}
