import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleSpec,
} from '@temporalio/client';
import { type AutomaticMethod, lockMethodSchedule, readAutomaticMethod } from '../db/payout-methods/schedule.ts';
import { type Db, inTransaction } from '../db/sequelize.ts';
import { PAY_HOUR_UTC, PAY_JITTER_MINUTES } from '../domain/payout-methods/cadence.ts';
import { taskQueues, workflowIds, workflowTypes } from '../workflows/messages.ts';

export interface ScheduleDeps {
  readonly db: Db;
  /** Methods of the sandbox pay each so many seconds, whatever their period is; undefined: at their period. */
  readonly sandboxPeriodSeconds: number | undefined;
}

/**
 * Makes the schedule of an automatic method what its row says: there, paused, or gone. Whoever comes second waits and
 * reads the row anew, so that however many messages there are, and in whatever order, the last one leaves what the
 * newest row says.
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
    await putSchedule(client, optionsOf(method, spec));
  });
}

const hour = PAY_HOUR_UTC;
const jitter = `${PAY_JITTER_MINUTES} minutes` as const;
/** As people are told by `nextRun` (domain/payout-methods/cadence.ts). */
const SPECS: Readonly<Record<AutomaticMethod['period'], ScheduleSpec>> = {
  day: { calendars: [{ hour, minute: 0 }], jitter },
  week: { calendars: [{ dayOfWeek: 'MONDAY', hour, minute: 0 }], jitter },
  month: { calendars: [{ dayOfMonth: 1, hour, minute: 0 }], jitter },
};

function optionsOf(method: AutomaticMethod, spec: ScheduleSpec) {
  const paused = method.status !== 'active';
  return {
    scheduleId: workflowIds.automaticPayout(method.id),
    spec,
    // A time that was missed for longer is left out: the next one pays the whole balance anyway.
    policies: { overlap: 'SKIP', catchupWindow: '1 hour' },
    action: {
      type: 'startWorkflow',
      workflowType: workflowTypes.automaticPayout,
      workflowId: workflowIds.automaticPayout(method.id),
      taskQueue: taskQueues.core,
      args: [{ version: 1, methodId: method.id }],
      staticSummary: `Automatic payout of ${method.gateId}, each ${method.period}: ${method.title}`,
    },
    state: { paused, note: paused ? `The method is ${method.status}.` : 'The method is active.' },
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
