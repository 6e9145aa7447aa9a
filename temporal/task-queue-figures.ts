import type { Client } from '@temporalio/client';

/** The state of a task queue as the Temporal server sees it. */
export interface TaskQueueFigures {
  readonly queue: string;
  readonly type: 'workflow' | 'activity';
  /** Waiting tasks, approximately. */
  readonly backlog: number;
  readonly ageSeconds: number;
  /** Workers that polled it lately. */
  readonly pollers: number;
}

/** Asks the server for the backlog and the pollers of a task queue. */
export async function describeQueue(
  client: Client,
  queue: string,
  type: TaskQueueFigures['type'],
): Promise<TaskQueueFigures> {
  const { stats, pollers } = await client.withDeadline(Date.now() + DEADLINE_MS, () =>
    client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: queue },
      taskQueueType: TYPES[type],
      reportStats: true,
    }),
  );
  const age = stats?.approximateBacklogAge;
  // The server lists a poller for five minutes after its last poll, which lasts a minute at most.
  const sinceSeconds = Date.now() / 1_000 - POLLED_WITHIN_SECONDS;
  return {
    queue,
    type,
    backlog: Number(stats?.approximateBacklogCount ?? 0),
    ageSeconds: Number(age?.seconds ?? 0) + (age?.nanos ?? 0) / 1e9,
    pollers: pollers.filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) >= sinceSeconds).length,
  };
}

const DEADLINE_MS = 3_000;
const POLLED_WITHIN_SECONDS = 120;
/** As the protocol numbers them: `temporal.api.enums.v1.TaskQueueType`. */
const TYPES = { workflow: 1, activity: 2 } as const;
