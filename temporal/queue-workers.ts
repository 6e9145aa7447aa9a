import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { DataConverter } from '@temporalio/common';
import { type NativeConnection, Worker, type WorkerOptions, type WorkflowBundlePath } from '@temporalio/worker';
import type { Logger } from 'pino';
import { pause } from '../activities/pause.ts';
import { tracedActivity, traceSinks } from './tracing.ts';
import { deploymentOptions } from './worker-deployment.ts';
import { type ActivitySlots, slotsOf, WORKFLOW_SLOTS } from './worker-slots.ts';

/** One task queue that this process serves. */
export interface QueuePlan extends ActivitySlots {
  readonly taskQueue: string;
  readonly activities: object;
  /** Only one queue runs workflows; the others run activities and need no workflow thread. */
  readonly withWorkflows: boolean;
}

export interface WorkerContext {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly dataConverter: DataConverter;
  readonly bundle: WorkflowBundlePath;
  readonly log: Logger;
  /** The version of this process; its bundle must be a versioned one. */
  readonly buildId?: string | undefined;
  /** How Temporal calls this process; by default {@link PROCESS_IDENTITY}. */
  readonly identity?: string;
}

export interface RunningQueues {
  /** Stops all workers. Until then, failed workers are replaced. */
  stop(): Promise<void>;
  /** How each queue is served now, as its own worker sees it. */
  states(): readonly QueueState[];
}

export type TaskKind = 'activity' | 'workflow';

export interface QueueState {
  readonly queue: string;
  /** Whether its worker runs; one that replaced a failed worker counts once it has run for a while. */
  readonly isServed: boolean;
  /** The kinds of tasks in it, and whether the worker has slots left for them, so that it has to poll. */
  readonly kinds: readonly { readonly kind: TaskKind; readonly hasFreeSlots: boolean }[];
}

/** Serves the queues until stopped. Replaces every worker that fails, so that the process never sits idle. */
export async function runQueues(context: WorkerContext, plans: readonly QueuePlan[]): Promise<RunningQueues> {
  const stopping = new AbortController();
  // The first workers are awaited, so that wrong options fail the start and "ready" means polling.
  const first = await Promise.all(plans.map((plan) => createWorker(context, plan)));
  const kept = plans.map((plan, index) => new KeptQueue(context, plan, first[index]));
  const loops = kept.map((queue) => queue.keep(stopping.signal));
  return {
    states: () => kept.map((queue) => queue.state()),
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** One queue and the worker that serves it now. */
class KeptQueue {
  readonly #context: WorkerContext;
  readonly #plan: QueuePlan;
  #worker: Worker | undefined;
  #startedMs = Date.now();
  /** In a row: a worker that has run for a while begins a new row. */
  #failures = 0;

  constructor(context: WorkerContext, plan: QueuePlan, first: Worker | undefined) {
    this.#context = context;
    this.#plan = plan;
    this.#worker = first;
  }

  state(): QueueState {
    const status = this.#worker?.getStatus();
    const { taskQueue: queue, withWorkflows, activities, concurrency } = this.#plan;
    const kinds = {
      workflow: {
        isDone: withWorkflows,
        polls: status?.workflowPollerState,
        hasFreeSlots: (status?.numInFlightWorkflowActivations ?? 0) < WORKFLOW_SLOTS,
      },
      activity: {
        isDone: Object.keys(activities).length > 0,
        polls: status?.activityPollerState,
        hasFreeSlots: (status?.numInFlightNonLocalActivities ?? 0) < concurrency,
      },
    };
    const done = (['activity', 'workflow'] as const).filter((kind) => kinds[kind].isDone);
    const isSteady = this.#failures === 0 || Date.now() - this.#startedMs >= STEADY_MS;
    return {
      queue,
      isServed: isSteady && status?.runState === 'RUNNING' && done.every((kind) => kinds[kind].polls === 'POLLING'),
      kinds: done.map((kind) => ({ kind, hasFreeSlots: kinds[kind].hasFreeSlots })),
    };
  }

  async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.#worker ??= await createWorker(this.#context, this.#plan);
        this.#startedMs = Date.now();
        await runUntil(this.#worker, signal);
      } catch (error) {
        const { taskQueue: queue } = this.#plan;
        this.#context.log.error({ err: error, queue }, 'a queue worker stopped and is being restarted');
      }
      this.#worker = undefined;
      this.#failures = Date.now() - this.#startedMs >= STEADY_MS ? 1 : this.#failures + 1;
      await pause(signal, Math.min(RESTART_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS));
    }
  }
}

async function runUntil(worker: Worker, signal: AbortSignal): Promise<void> {
  const stop = () => {
    if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  signal.addEventListener('abort', stop);
  const running = worker.run();
  if (signal.aborted) stop();
  const over = new AbortController();
  try {
    await Promise.race([running, untilStuck(worker, over.signal, signal)]);
  } finally {
    over.abort();
    signal.removeEventListener('abort', stop);
  }
}

/**
 * A worker whose poll failed waits for its activities before `run` rejects, and nobody completes them any more: with a
 * long activity it waits for ever. @throws Error once it has failed without an end
 */
async function untilStuck(worker: Worker, over: AbortSignal, stopping: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const hasFailed = worker.getState() === 'FAILED';
    if (hasFailed && stopping.aborted) return;
    await pause(over, STUCK_MS);
    if (hasFailed && !over.aborted) throw new Error('The worker failed and its activities keep it from ending.');
  }
}

function createWorker(
  { connection, namespace, dataConverter, bundle, buildId, identity = PROCESS_IDENTITY }: WorkerContext,
  plan: QueuePlan,
): Promise<Worker> {
  const options: WorkerOptions = {
    connection,
    namespace,
    dataConverter,
    identity,
    ...deploymentOptions(buildId),
    taskQueue: plan.taskQueue,
    interceptors: { activity: [tracedActivity] },
    activities: plan.activities,
    shutdownGraceTime: '2 seconds',
    shutdownForceTime: '5 seconds',
    tuner: slotsOf(plan),
    maxConcurrentActivityTaskPolls: Math.min(plan.concurrency, 2),
    // Short, so that the Web UI shows the last heartbeat soon and a lost worker is noticed soon.
    maxHeartbeatThrottleInterval: '5 seconds',
    defaultHeartbeatThrottleInterval: '5 seconds',
  };
  if (!plan.withWorkflows) return Worker.create(options);
  return Worker.create({
    ...options,
    workflowBundle: bundle,
    sinks: traceSinks,
    // A run that was evicted from the cache is replayed from its short history when it is needed again.
    maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
    workflowTaskPollerBehavior: { type: 'autoscaling' },
    workflowThreadPoolSize: WORKFLOW_THREADS,
  });
}

/**
 * The identity in Temporal's Web UI; no two processes share it, although containers share process IDs and host names.
 */
export const PROCESS_IDENTITY = `${process.pid}@${hostname()}#${randomBytes(3).toString('hex')}`;

const RESTART_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
const STEADY_MS = 10_000;
const STUCK_MS = 5_000;
/** A long task then delays half of the workflows at most. Each thread costs about 60 MB: add processes instead. */
const WORKFLOW_THREADS = 2;
const MAX_CACHED_WORKFLOWS = 600;
