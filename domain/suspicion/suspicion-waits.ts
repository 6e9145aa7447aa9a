import type { SuspicionWatch } from './suspicion.ts';

export type SuspicionAct = 'remind' | 'overdue' | 'review';

/** What the workflow of a suspended operation does next, with the words operators read in the Web UI. */
export type SuspicionNext =
  | { readonly kind: 'wait'; readonly untilMs: number; readonly words: string }
  | { readonly kind: 'act'; readonly act: SuspicionAct; readonly words: string }
  | { readonly kind: 'end'; readonly words: string };

export interface SuspicionMoment {
  readonly watch: SuspicionWatch;
  /** When staff are reminded before it is too late. */
  readonly remindMs: readonly number[];
  readonly dueMs: number;
  /** Reminders that were given in this status; those after `dueMs` among them. */
  readonly given: number;
  /** When the last one was given, or the status began. */
  readonly lastMs: number;
  readonly waits: SuspicionWaits;
}

export interface SuspicionWaits {
  /** Between alerts once it is too late. */
  readonly overdueEveryMs: number;
  /** Between looks at what was reported and is still held. */
  readonly reviewEveryMs: number;
}

export const DEFAULT_SUSPICION_WAITS: SuspicionWaits = { overdueEveryMs: 3_600_000, reviewEveryMs: 7 * 86_400_000 };

/** Decides the next step. Pure; every wait it asks for has an end. */
export function nextSuspicionStep(at: SuspicionMoment, nowMs: number): SuspicionNext {
  const { watch, remindMs, dueMs, given, lastMs, waits } = at;
  switch (watch.status) {
    case 'suspended': {
      const remindAtMs = remindMs[given];
      const words = `Suspended: staff report or release it until ${new Date(dueMs).toISOString()}.`;
      if (nowMs < dueMs && remindAtMs !== undefined) {
        return waitThen(nowMs, { untilMs: Math.min(remindAtMs, dueMs), act: 'remind', words });
      }
      const isFirst = lastMs < dueMs;
      const late = 'Overdue: three working hours have passed, and it is neither reported nor released.';
      return waitThen(nowMs, {
        untilMs: isFirst ? dueMs : lastMs + waits.overdueEveryMs,
        act: 'overdue',
        words: nowMs < dueMs ? words : late,
      });
    }
    case 'reported':
      return waitThen(nowMs, {
        untilMs: lastMs + waits.reviewEveryMs,
        act: 'review',
        words: 'Reported: its money is held until staff release it.',
      });
    case 'released':
      return { kind: 'end', words: 'Released: the operation went on.' };
    default:
      return watch.status satisfies never;
  }
}

function waitThen(
  nowMs: number,
  { untilMs, act, words }: { readonly untilMs: number; readonly act: SuspicionAct; readonly words: string },
): SuspicionNext {
  return nowMs < untilMs ? { kind: 'wait', untilMs, words } : { kind: 'act', act, words };
}
