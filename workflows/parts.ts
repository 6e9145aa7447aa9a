import {
  ActivityFailure,
  type ActivityInterfaceFor,
  ApplicationFailure,
  patched,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';

/** Local activities that write to the database are retried until they succeed, first in the task, then by timers. */
const DATABASE_WRITES = {
  startToCloseTimeout: '10 seconds',
  // If the database is away for longer than ten seconds, the server keeps the timer instead of the workflow task.
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const;

/** The longest line that Temporal's pages take. */
const LONGEST_SUMMARY = 200;

/**
 * Local activities that write to the database. Temporal's pages show the summary instead of the activity's bare name.
 */
export function databaseWrites<Activities>(summary: string): ActivityInterfaceFor<Activities> {
  return proxyLocalActivities<Activities>({ ...DATABASE_WRITES, summary: summary.slice(0, LONGEST_SUMMARY) });
}

/**
 * Calls an activity for an operator's update. Uses a regular activity, because scheduling it durably accepts the update
 * before anything is written. With a local activity, a signal in between could discard the task that answers, and the
 * update would be lost although its decision was carried out.
 * @throws ApplicationFailure with the message of a refusal
 */
export async function forOperator<Activities, Answer>(
  call: (activities: ActivityInterfaceFor<Activities>) => Promise<Answer>,
): Promise<Answer> {
  const activities = patched('operator-writes')
    ? proxyActivities<Activities>({ startToCloseTimeout: '30 seconds', retry: DATABASE_WRITES.retry })
    : proxyLocalActivities<Activities>(DATABASE_WRITES);
  try {
    return await call(activities);
  } catch (error) {
    throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
  }
}

/** Refuses an update with a message for its sender. */
export function refuse(message: string): never {
  throw ApplicationFailure.nonRetryable(message, 'refused');
}

/** Makes rounds of a work until one finds nothing to do. @returns how much they did in all */
export async function untilNothing(round: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const done = await round();
    if (done === 0) return sum;
    sum += done;
  }
}
