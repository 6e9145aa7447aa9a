import {
  ActivityFailure,
  type ActivityInterfaceFor,
  ApplicationFailure,
  patched,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';

/**
 * How local activities that write to the database are tried: until it is done, in the task for a while and by timers
 * after that.
 */
export const DATABASE_WRITES = {
  startToCloseTimeout: '10 seconds',
  // Beyond ten seconds of a database that is away the server keeps the time, not the workflow task.
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const;

/**
 * Calls an activity for an operator's update. It is no local one: the task that asks for it accepts the update for
 * good, before anything is written. Otherwise news that comes in between would undo the task that answers it and ends
 * the workflow, and the update with it, although its decision was carried out.
 * @throws ApplicationFailure with the words of a refusal
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

/** Refuses an update; its sender reads the message. */
export function refuse(message: string): never {
  throw ApplicationFailure.nonRetryable(message, 'refused');
}
