import { type Client, isGrpcServiceError, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { type Bus, type BusConsumer, type BusMessage, BusUnavailable } from '../db/bus/port.ts';
import { METHOD_SCHEDULE, type MethodScheduleMessage } from '../db/payouts/method-schedule.ts';
import type { WorkflowSignal, WorkflowStart } from '../workflows/messages.ts';
import { attributePairs } from '../workflows/search-attributes.ts';

/** Brings the schedule of an automatic payment method in line with its row. */
export type KeepSchedule = (client: Client, methodId: string) => Promise<void>;

/**
 * Carries the outbox rows `workflow.start`, `workflow.signal` and `workflow.schedule` to Temporal. All are safe to repeat: a second start of an id
 * is nothing, signals carry event ids that workflows deduplicate by, and a schedule is made what its row says.
 *
 * While Temporal is away every message is refused at once after the first, so that the relay keeps its hands free for webhooks.
 */
export function consumeWorkflowMessages(bus: Bus, client: Client, keepSchedule: KeepSchedule): Promise<BusConsumer> {
  const breaker = new Breaker();
  const handle = (message: BusMessage) => breaker.guard(() => forward(client, keepSchedule, message));
  return bus.consume('temporal', ['workflow.#'], handle, { concurrency: CONCURRENCY });
}

/** More at once only queue up in the server, which is the slower side. */
const CONCURRENCY = 32;
const DEADLINE_MS = 10_000;

async function forward(client: Client, keepSchedule: KeepSchedule, { topic, payload }: BusMessage): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  switch (topic) {
    case 'workflow.start':
      return client.withDeadline(deadline, () => start(client, payload as WorkflowStart));
    case 'workflow.signal':
      return client.withDeadline(deadline, () => signal(client, payload as WorkflowSignal));
    case METHOD_SCHEDULE:
      return client.withDeadline(deadline, () => keepSchedule(client, (payload as MethodScheduleMessage).methodId));
    default:
      throw new Error(`No workflow message is called ${topic}.`);
  }
}

async function start(client: Client, message: WorkflowStart): Promise<void> {
  try {
    await client.workflow.start(message.workflowType, {
      ...common(message),
      // A repeated start of a workflow that has ended would live it again.
      workflowIdReusePolicy: message.restart === true ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function signal(client: Client, message: WorkflowSignal): Promise<void> {
  await client.workflow.signalWithStart(message.workflowType, {
    ...common(message),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    signal: message.signalName,
    signalArgs: [...message.signalArgs],
  });
}

function common(message: WorkflowStart) {
  return {
    workflowId: message.workflowId,
    taskQueue: message.taskQueue,
    args: [message.input],
    typedSearchAttributes: attributePairs(message.searchAttributes ?? {}),
    ...(message.summary === undefined ? {} : { staticSummary: message.summary }),
  };
}

/** After a call that found no server, none is tried for a moment. */
class Breaker {
  #openUntilMs = 0;

  async guard(call: () => Promise<void>): Promise<void> {
    if (Date.now() < this.#openUntilMs) throw new BusUnavailable('Temporal is away.');
    try {
      await call();
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.#openUntilMs = Date.now() + REST_MS;
      throw new BusUnavailable('Temporal is away.', { cause: error });
    }
  }
}

const REST_MS = 1_000;
/** The gRPC codes of a server that is away, too busy, or not ready with the namespace. */
const OUTAGES = new Set([1, 4, 8, 14]);

function isOutage(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (isGrpcServiceError(each)) return OUTAGES.has(each.code);
  }
  return false;
}
