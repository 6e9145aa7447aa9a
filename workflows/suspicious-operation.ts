import type { SuspicionActivities } from '../activities/suspicion/activities.ts';
import { DEFAULT_SUSPICION_WAITS, nextSuspicionStep, type SuspicionAct } from '../domain/suspicion/suspicion-waits.ts';
import { type SuspicionInput, suspicionChangedSignal } from './messages.ts';
import { databaseWrites } from './parts.ts';
import { type ProcessMoment, runProcess } from './process-run.ts';

type At = ProcessMoment<SuspicionInput, object>;

const database = databaseWrites<SuspicionActivities>;

/**
 * `suspicious-operation:<id>`: the deadlines of an operation that staff suspended. Reminds staff before three working
 * hours have passed, then alerts until the operation is reported or released, and requests a weekly review of reported
 * operations until they are released.
 */
export const suspiciousOperationWorkflow = runProcess<SuspicionInput, SuspicionAct, object, never>({
  name: 'suspicious_operation',
  signal: suspicionChangedSignal,
  next: ({ input, ...at }, nowMs) => {
    const times = { remindMs: input.remindAt.map((iso) => Date.parse(iso)), dueMs: Date.parse(input.dueAt) };
    return nextSuspicionStep({ ...at, ...times, waits: { ...DEFAULT_SUSPICION_WAITS, ...input.waits } }, nowMs);
  },
  acts: { remind: remind('remind'), overdue: remind('overdue'), review: remind('review') },
  updates: {},
  place: ({ status }) => status,
  attributes: ({ status }, { dueAt }) => ({ Status: status, NeedsOperator: status === 'suspended', ExpiresAt: dueAt }),
  details: ({ input, snapshot }, message) => `${message}\n\n- ${input.label}\n- Status: **${snapshot.status}**`,
  begin: ({ suspendedAt, given = 0, lastAt = suspendedAt }) => {
    const lastMs = Date.parse(lastAt);
    return { sinceMs: lastMs, tries: given, triedAtMs: lastMs };
  },
});

/** Reminders are numbered per status, so that repeating one has no effect. */
function remind(act: SuspicionAct): (at: At) => Promise<undefined> {
  return async ({ input: { suspensionId }, snapshot: { status }, tries }) => {
    await database('Remind staff').remindStaff({ suspensionId, act, status, n: tries + 1 });
    return undefined;
  };
}
