import {
  type Client,
  isGrpcCancelledError,
  isGrpcDeadlineError,
  isGrpcServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import type { OperatorCommand } from '../../domain/process/commands.ts';
import { isSealed } from '../../temporal/payload-codec.ts';
import type { ProcessReport } from '../../workflows/messages.ts';
import type { Process, SentCommand } from './parse.ts';

/** A process's report about itself. `report` is null while it sleeps and has never run. */
export interface ProcessState {
  readonly isRunning: boolean;
  readonly report: (Pick<ProcessReport, 'words' | 'tries'> & { readonly status: string | null }) | null;
}

export type Answer = { readonly isAccepted: true } | { readonly isAccepted: false; readonly refusal: string };

/**
 * Reads the state of a process from its worker, and makes sure that this command and the workers have the same codec
 * key: a command that the workers cannot read would stop the workflow.
 * @throws Error in words if there is no such workflow, no worker answers, or the keys differ
 */
export async function readState(client: Client, workflowId: string, { query }: Process): Promise<ProcessState> {
  const isRunning = await findRunning(client, workflowId);
  const answer = await ask(client, workflowId, query);
  const payload = answer ?? (await startOf(client, workflowId));
  requireSameKey(client, payload);
  const opened = await open(client, payload);
  return { isRunning, report: answer === null ? null : reportOf(opened as ProcessReport) };
}

/**
 * Sends an operator's command. Repeating it with the same ID does nothing and returns the first answer.
 * @throws Error in words if no answer came in time, or the workflow has ended
 */
export async function sendCommand(
  client: Client,
  sent: {
    readonly workflowId: string;
    readonly name: OperatorCommand;
    readonly command: SentCommand;
    readonly id: string;
  },
): Promise<Answer> {
  const { workflowId, name, command, id: updateId } = sent;
  const handle = client.workflow.getHandle(workflowId);
  try {
    await client.withDeadline(Date.now() + ANSWER_MS, () => handle.executeUpdate(name, { args: [command], updateId }));
    return { isAccepted: true };
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError) return { isAccepted: false, refusal: reasonOf(error) };
    if (error instanceof WorkflowNotFoundError) throw new Error(`${workflowId} has ended: nothing is left to decide.`);
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) throw new Error(unanswered(updateId));
    throw error;
  }
}

async function findRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    throw new Error(
      `There is no workflow ${workflowId} in the namespace ${client.options.namespace}. Check the ID. ` +
        'If its row is not finished, npm run workflows -- repair starts it.',
    );
  }
}

/** The answer to the query as it was sent, or null if the workflow has not had its first task. */
async function ask(client: Client, workflowId: string, queryType: string): Promise<Payload | null> {
  const { namespace } = client.options;
  const query = { namespace, execution: { workflowId }, query: { queryType } };
  try {
    const { queryResult } = await client.withDeadline(Date.now() + QUERY_MS, () =>
      client.workflowService.queryWorkflow(query),
    );
    return queryResult?.payloads?.[0] ?? {};
  } catch (error) {
    const isNotReady = isGrpcServiceError(error) && error.code === FAILED_PRECONDITION;
    const hasNoWorker = isNotReady && error.details.startsWith('no poller seen');
    if (isNotReady && !hasNoWorker) return null;
    // Temporal knows the deadline too: where it notices first, it cancels the call.
    if (!hasNoWorker && !isGrpcDeadlineError(error) && !isGrpcCancelledError(error)) throw error;
    throw new Error(`No worker answers for ${workflowId}: start a worker of the queue core. Nothing was sent.`);
  }
}

/** The input, which was encoded by a worker too. */
async function startOf(client: Client, workflowId: string): Promise<Payload> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId },
    maximumPageSize: 1,
  });
  return history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0] ?? {};
}

function requireSameKey(client: Client, payload: Payload): void {
  const hasKey = client.options.loadedDataConverter.payloadCodecs.length > 0;
  if (hasKey === isSealed(payload)) return;
  throw new Error(
    hasKey
      ? 'TEMPORAL_CODEC_KEY is set, but the workers do not encrypt this workflow: they have no key. Unset it here.'
      : 'This workflow is encrypted: set TEMPORAL_CODEC_KEY, or TEMPORAL_CODEC_KEY_FILE, to the key of the workers.',
  );
}

async function open(client: Client, payload: Payload): Promise<unknown> {
  const { payloadCodecs, payloadConverter } = client.options.loadedDataConverter;
  let opened = [payload];
  try {
    for (const codec of payloadCodecs.toReversed()) opened = await codec.decode(opened);
  } catch {
    throw new Error('TEMPORAL_CODEC_KEY is not the key of the workers: it cannot decrypt this workflow.');
  }
  return payloadConverter.fromPayload(opened[0] ?? {});
}

function reportOf({ words, tries, watch }: ProcessReport): ProcessState['report'] {
  const status = 'status' in watch && typeof watch.status === 'string' ? watch.status : null;
  return { words, tries, status };
}

function reasonOf({ cause, message }: WorkflowUpdateFailedError): string {
  return cause?.message ?? message;
}

function unanswered(id: string): string {
  return (
    `No answer within ${ANSWER_MS / 1_000} s. The command may still be carried out: is a worker of the queue core ` +
    `running? To read its answer, repeat the same call with --request ${id}; it is not carried out twice.`
  );
}

const QUERY_MS = 15_000;
const ANSWER_MS = 60_000;

/** Of gRPC. */
const FAILED_PRECONDITION = 9;
