import { lastTriedMs } from '../process/backoff.ts';
import { actWhenDue, type Moment, type NextStep } from '../process/waits.ts';
import type { SuspicionSnapshot } from './suspicion.ts';

export type SuspicionAct = 'remind' | 'overdue' | 'review';

/** Tries are reminders that were given in this status; those after `dueMs` among them. */
export interface SuspicionMoment extends Moment<SuspicionSnapshot> {
  /** When staff are reminded before it is too late. */
  readonly remindMs: readonly number[];
  readonly dueMs: number;
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
export function nextSuspicionStep(at: SuspicionMoment, nowMs: number): NextStep<SuspicionAct> {
  const { snapshot, remindMs, dueMs, waits } = at;
  const lastMs = lastTriedMs(at);
  switch (snapshot.status) {
    case 'suspended': {
      const remindAtMs = remindMs[at.tries];
      const message = `Suspended. Staff must report or release it by ${new Date(dueMs).toISOString()}.`;
      if (nowMs < dueMs && remindAtMs !== undefined) {
        return actWhenDue({ untilMs: Math.min(remindAtMs, dueMs), act: 'remind', message }, nowMs);
      }
      const isFirst = lastMs < dueMs;
      const late = 'Overdue: three working hours have passed without a report or release.';
      const untilMs = isFirst ? dueMs : lastMs + waits.overdueEveryMs;
      return actWhenDue({ untilMs, act: 'overdue', message: nowMs < dueMs ? message : late }, nowMs);
    }
    case 'reported':
      return actWhenDue(
        {
          untilMs: lastMs + waits.reviewEveryMs,
          act: 'review',
          message: 'Reported. The money is held until staff release it.',
        },
        nowMs,
      );
    case 'released':
      return { kind: 'end', message: 'Released: the operation continues.' };
    default:
      return snapshot.status satisfies never;
  }
}
