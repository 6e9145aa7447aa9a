import { type Client, isGrpcServiceError, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { Breaker, ServiceUnavailableError } from '../db/bus/outage.ts';
import type { Bus, BusMessage } from '../db/bus/port.ts';
import { METHOD_SCHEDULE, type MethodScheduleMessage } from '../db/payout-methods/schedule.ts';
import type { WorkflowSignal, WorkflowStart } from '../workflows/messages.ts';
import { priorityOf } from '../workflows/priority.ts';
import { attributePairs } from '../workflows/search-attributes.ts';

/** Updates the schedule of an automatic payment method from its row. */
export type KeepSchedule = (client: Client, methodId: string) => Promise<void>;

/**
 * Forwards the outbox rows `workflow.start`, `workflow.start_later`, `workflow.signal` and `workflow.schedule` to
 * Temporal. They can repeat: a second start has no effect, workflows deduplicate signals by event id, and schedules
 * follow their row. While Temporal is away, messages are refused at once after the first, so that the relay can
 * continue with webhooks.
 */
export async function consumeWorkflowMessages(bus: Bus, client: Client, keepSchedule: KeepSchedule): Promise<void> {
  const breaker = new Breaker('Temporal');
  const handle = (message: BusMessage) =>
    breaker.guard(() => separatingOutages(() => forward(client, keepSchedule, message)), isAway);
  await bus.consume(WORKFLOW_QUEUE, URGENT, handle, { concurrency: CONCURRENCY });
  await bus.consume(LATER_QUEUE, ['workflow.start_later'], handle, { concurrency: CONCURRENCY / 2 });
}

const URGENT = ['workflow.start', 'workflow.signal', METHOD_SCHEDULE];

/** The consumers' names on the bus. */
export const WORKFLOW_QUEUE = 'temporal';
export const LATER_QUEUE = 'temporal-later';

/** More concurrent calls would only queue up in the server, which is slower. */
const CONCURRENCY = 32;
const DEADLINE_MS = 10_000;

async function forward(client: Client, keepSchedule: KeepSchedule, { topic, payload }: BusMessage): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  switch (topic) {
    case 'workflow.start':
    case 'workflow.start_later':
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
      ...delay(message),
      // Otherwise a repeated message would run a workflow again that has already ended.
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

/** A signal ends the delay. */
function delay({ notBefore }: WorkflowStart): { readonly startDelay?: number } {
  const startDelay = notBefore === undefined ? 0 : Date.parse(notBefore) - Date.now();
  return startDelay > 0 ? { startDelay } : {};
}

function common(message: WorkflowStart) {
  return {
    workflowId: message.workflowId,
    taskQueue: message.taskQueue,
    args: [message.input],
    priority: priorityOf(message),
    typedSearchAttributes: attributePairs(message.searchAttributes ?? {}),
    staticSummary: message.summary,
    staticDetails: message.details,
  };
}

/** Reports server problems as an outage, so that only errors about this message count against it. */
async function separatingOutages(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    const code = grpcCode(error);
    if (isAway(error) || code === undefined || ABOUT_THE_MESSAGE.has(code)) throw error;
    throw new ServiceUnavailableError('Temporal could not take a message now.', { cause: error });
  }
}

/** No message gets through: canceled, deadline exceeded, permission denied, resource exhausted, unavailable, unauth. */
const AWAY: ReadonlySet<number> = new Set([1, 4, 7, 8, 14, 16]);
/** A retry would fail again: invalid argument, already exists, failed precondition, out of range, unimplemented. */
const ABOUT_THE_MESSAGE: ReadonlySet<number> = new Set([3, 6, 9, 11, 12]);

function isAway(error: unknown): boolean {
  const code = grpcCode(error);
  return code !== undefined && AWAY.has(code);
}

/** NamespaceNotFoundError does not expose its gRPC code, which is 5. */
function grpcCode(error: unknown): number | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (isGrpcServiceError(each)) return each.code;
    if (each instanceof NamespaceNotFoundError) return 5;
  }
  return undefined;
}
