import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleSpec,
} from '@temporalio/client';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import {
  type AutomaticMethod,
  lockMethodSchedule,
  readAutomaticMethod,
  scheduleNote,
} from '../db/payout-methods/schedule.ts';
import { PAY_HOUR_UTC, PAY_JITTER_MINUTES } from '../domain/payout-methods/cadence.ts';
import { taskQueues, workflowIds, workflowTypes } from '../workflows/messages.ts';

export interface ScheduleDeps {
  readonly db: Db;
  /** The period of all sandbox methods in seconds; undefined for their own periods. */
  readonly sandboxPeriodSeconds: number | undefined;
}

/**
 * Creates, pauses or deletes the schedule of an automatic method as its row requires. A second call waits and reads the
 * row again, so that the newest row wins, whatever the number and order of messages.
 */
export function keepMethodSchedule(
  { db, sandboxPeriodSeconds }: ScheduleDeps,
  client: Client,
  methodId: string,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockMethodSchedule(tx, methodId);
    const method = await readAutomaticMethod(tx, methodId);
    if (method === null) return removeSchedule(client, methodId);
    const isShort = method.mode === 'sandbox' && sandboxPeriodSeconds !== undefined;
    const spec = isShort ? { intervals: [{ every: sandboxPeriodSeconds * 1_000 }] } : SPECS[method.period];
    await putSchedule(client, optionsOf(method, spec, isShort));
  });
}

const hour = PAY_HOUR_UTC;
const jitter = `${PAY_JITTER_MINUTES} minutes` as const;
/** The same times that `nextRun` in domain/payout-methods/cadence.ts shows to people. */
const SPECS: Readonly<Record<AutomaticMethod['period'], ScheduleSpec>> = {
  day: { calendars: [{ hour, minute: 0 }], jitter },
  week: { calendars: [{ dayOfWeek: 'MONDAY', hour, minute: 0 }], jitter },
  month: { calendars: [{ dayOfMonth: 1, hour, minute: 0 }], jitter },
};

/** How late a run may be: as long as the next one is not due. */
const CATCH_UP = { day: '1 day', week: '7 days', month: '28 days' } as const;

function optionsOf(method: AutomaticMethod, spec: ScheduleSpec, isShort: boolean) {
  const paused = method.status !== 'active';
  return {
    scheduleId: workflowIds.automaticPayout(method.id),
    spec,
    // A run that was missed is made once the server is back. Not more than the last one: it pays out the whole balance.
    policies: { overlap: 'SKIP', catchupWindow: isShort ? '1 hour' : CATCH_UP[method.period] },
    action: {
      type: 'startWorkflow',
      workflowType: workflowTypes.automaticPayout,
      workflowId: workflowIds.automaticPayout(method.id),
      taskQueue: taskQueues.core,
      args: [{ version: 1, methodId: method.id }],
      staticSummary: `Automatic ${method.operation} of ${method.gateId}, each ${method.period}: ${method.title}`,
    },
    state: { paused, note: scheduleNote(method) },
  } as const satisfies ScheduleOptions;
}

async function putSchedule(client: Client, options: ReturnType<typeof optionsOf>): Promise<void> {
  try {
    await client.schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(options.scheduleId).update(() => options);
  }
}

async function removeSchedule(client: Client, methodId: string): Promise<void> {
  try {
    await client.schedule.getHandle(workflowIds.automaticPayout(methodId)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
