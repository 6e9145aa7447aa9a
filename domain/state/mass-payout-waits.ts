import { MASS_MAX_AHEAD, MASS_ROOM_BELOW, type MassPayoutWatch } from './mass-payout-watch.ts';

/** What the workflow asks an activity to do. */
export type MassPayoutAct = 'expire_approval' | 'open' | 'look';

export type MassPayoutNext =
  | { readonly kind: 'end'; readonly words: string }
  | { readonly kind: 'act'; readonly act: MassPayoutAct; readonly words: string }
  | { readonly kind: 'wait'; readonly untilMs: number; readonly words: string };

/** Durations the workflow works with; tests shorten them. Milliseconds. */
export interface MassPayoutWaits {
  /** How often it looks for lines that are overdue, and whether there is room, should no word have come. */
  readonly lookMs: number;
}

export const MASS_DEFAULT_WAITS: MassPayoutWaits = { lookMs: 6 * 3_600_000 };

export interface MassPayoutMoment {
  readonly watch: MassPayoutWatch;
  readonly lookedAtMs: number;
  /** Openings in a row that opened nothing, when the last one was, and what kept it. */
  readonly tries: number;
  readonly triedAtMs: number;
  readonly trouble: string | null;
  readonly waits: MassPayoutWaits;
}

/**
 * What the workflow of a mass payout does now: pure, so that tests need no server. Every wait has an end, and its words
 * say what is waited for.
 */
export function nextMassStep(at: MassPayoutMoment, nowMs: number): MassPayoutNext {
  const { watch } = at;
  const { status, lines, done, failed } = watch;
  if (status === 'done') return { kind: 'end', words: `All ${lines} payouts are done.` };
  if (status === 'error')
    return { kind: 'end', words: `Ended: ${done} of ${lines} lines are paid, ${failed} are not.` };
  if (watch.awaitsApproval) {
    const words = 'Waits for the approval of another person; the money is held.';
    if (nowMs < watch.approvalEndsMs) return { kind: 'wait', untilMs: watch.approvalEndsMs, words };
    return { kind: 'act', act: 'expire_approval', words };
  }
  if (watch.waiting === 0) return look(at, nowMs, `Every line is a payout; ${done} of ${lines} are done.`);
  if (watch.notBeforeMs !== null && nowMs < watch.notBeforeMs) {
    return {
      kind: 'wait',
      untilMs: watch.notBeforeMs,
      words: 'Approved. Waits for the end of the cool-off of new addresses.',
    };
  }
  if (watch.ahead >= MASS_MAX_AHEAD) {
    return look(
      at,
      nowMs,
      `${watch.ahead} payouts wait for the signer; below ${MASS_ROOM_BELOW} the next of ${watch.waiting} lines follow.`,
    );
  }
  return open(at, nowMs);
}

function look({ lookedAtMs, waits }: MassPayoutMoment, nowMs: number, words: string): MassPayoutNext {
  const untilMs = lookedAtMs + waits.lookMs;
  return nowMs < untilMs ? { kind: 'wait', untilMs, words } : { kind: 'act', act: 'look', words };
}

/**
 * What opened nothing is tried again after pauses that double, so that what stands in the way for long costs little
 * history.
 */
function open({ watch, tries, triedAtMs, trouble }: MassPayoutMoment, nowMs: number): MassPayoutNext {
  const words = `Makes payouts of the next of ${watch.waiting} lines.${trouble === null ? '' : ` ${trouble}`}`;
  if (tries === 0) return { kind: 'act', act: 'open', words };
  const untilMs = triedAtMs + Math.min(1_000 * 2 ** Math.min(tries - 1, 20), 300_000);
  return nowMs < untilMs ? { kind: 'wait', untilMs, words } : { kind: 'act', act: 'open', words };
}
