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

/**
 * When a worker last polled a queue: the server's time as a mark that changes with each poll, null if it never did.
 * A poll may go to any partition of the queue. @throws Error if the server does not answer
 */
export async function lastPoll(
  client: Client,
  {
    queue,
    kind,
    identity,
  }: { readonly queue: string; readonly kind: TaskQueueFigures['type']; readonly identity: string },
): Promise<string | null> {
  const { namespace } = client.options;
  const polled = async (name: string): Promise<string | null> => {
    const request = { namespace, taskQueue: { name }, taskQueueType: TYPES[kind] };
    const { pollers } = await client.workflowService.describeTaskQueue(request);
    const own = pollers.find((poller) => poller.identity === identity)?.lastAccessTime;
    return own == null ? null : `${name} ${Number(own.seconds)}.${own.nanos}`;
  };
  return client.withDeadline(Date.now() + DEADLINE_MS, async () => {
    const partitions = await client.workflowService.listTaskQueuePartitions({ namespace, taskQueue: { name: queue } });
    const of = kind === 'activity' ? partitions.activityTaskQueuePartitions : partitions.workflowTaskQueuePartitions;
    const names = of.flatMap(({ key }) => key ?? []);
    const marks = await Promise.all((names.length === 0 ? [queue] : names).map(polled));
    return marks.filter((mark) => mark !== null).join() || null;
  });
}

const DEADLINE_MS = 3_000;
const POLLED_WITHIN_SECONDS = 120;
/** As the protocol numbers them: `temporal.api.enums.v1.TaskQueueType`. */
const TYPES = { workflow: 1, activity: 2 } as const;
