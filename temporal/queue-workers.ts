import type { DataConverter } from '@temporalio/common';
import { type NativeConnection, Worker, type WorkerOptions, type WorkflowBundlePath } from '@temporalio/worker';
import type { Logger } from 'pino';
import { pause } from '../activities/pause.ts';

/** One task queue that this process serves. */
export interface QueuePlan {
  readonly taskQueue: string;
  readonly activities: object;
  /** Only one queue runs workflows; the others run activities and need no workflow thread. */
  readonly withWorkflows: boolean;
  /** The most concurrent activities. */
  readonly concurrency: number;
}

export interface WorkerContext {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly dataConverter: DataConverter;
  readonly bundle: WorkflowBundlePath;
  readonly log: Logger;
}

export interface RunningQueues {
  /** Stops all workers. Until then, failed workers are replaced. */
  stop(): Promise<void>;
  /** The queues that no worker of this process polls now. */
  unserved(): readonly string[];
}

/** Serves the queues until stopped. Replaces every worker that fails, so that the process never sits idle. */
export async function runQueues(context: WorkerContext, plans: readonly QueuePlan[]): Promise<RunningQueues> {
  const stopping = new AbortController();
  // The first workers are awaited, so that wrong options fail the start and "ready" means polling.
  const first = await Promise.all(plans.map((plan) => createWorker(context, plan)));
  const served = new Set<string>();
  const loops = plans.map((plan, index) => keepRunning({ context, plan, first: first[index], stopping, served }));
  return {
    unserved: () => plans.flatMap(({ taskQueue }) => (served.has(taskQueue) ? [] : [taskQueue])),
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

interface Loop {
  readonly context: WorkerContext;
  readonly plan: QueuePlan;
  readonly first: Worker | undefined;
  readonly stopping: AbortController;
  /** The names of the queues that are polled. */
  readonly served: Set<string>;
}

async function keepRunning({ context, plan, first, stopping, served }: Loop): Promise<void> {
  const { signal } = stopping;
  let worker = first;
  while (!signal.aborted) {
    try {
      worker ??= await createWorker(context, plan);
      served.add(plan.taskQueue);
      await runUntil(worker, signal);
    } catch (error) {
      context.log.error({ err: error, queue: plan.taskQueue }, 'a queue worker stopped and is being restarted');
    }
    served.delete(plan.taskQueue);
    worker = undefined;
    await pause(signal, RESTART_PAUSE_MS);
  }
}

async function runUntil(worker: Worker, signal: AbortSignal): Promise<void> {
  const stop = () => {
    if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  signal.addEventListener('abort', stop);
  const running = worker.run();
  if (signal.aborted) stop();
  try {
    await running;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function createWorker(
  { connection, namespace, dataConverter, bundle }: WorkerContext,
  plan: QueuePlan,
): Promise<Worker> {
  const options: WorkerOptions = {
    connection,
    namespace,
    dataConverter,
    taskQueue: plan.taskQueue,
    activities: plan.activities,
    shutdownGraceTime: '2 seconds',
    shutdownForceTime: '5 seconds',
    maxConcurrentActivityTaskExecutions: plan.concurrency,
    maxConcurrentActivityTaskPolls: Math.min(plan.concurrency, 2),
    // Short, so that the Web UI shows the last heartbeat soon and a lost worker is noticed soon.
    maxHeartbeatThrottleInterval: '5 seconds',
    defaultHeartbeatThrottleInterval: '5 seconds',
  };
  if (!plan.withWorkflows) return Worker.create(options);
  return Worker.create({
    ...options,
    workflowBundle: bundle,
    // A run that was evicted from the cache is replayed from its short history when it is needed again.
    maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
    maxConcurrentWorkflowTaskExecutions: 40,
    workflowTaskPollerBehavior: { type: 'autoscaling' },
    maxConcurrentLocalActivityExecutions: 40,
    workflowThreadPoolSize: 1,
  });
}

const RESTART_PAUSE_MS = 1_000;
const MAX_CACHED_WORKFLOWS = 600;
