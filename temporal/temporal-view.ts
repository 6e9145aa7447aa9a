import { type Client, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import pLimit from 'p-limit';
import type { TemporalView } from '../activities/recovery/recoverables.ts';
import { workflowIds } from '../workflows/messages.ts';

/** The workflows of a Temporal server, as recovery compares them with rows. */
export function temporalView(client: Client): TemporalView {
  return {
    running: (ids) => runningWorkflows(client, ids),
    methodSchedules: () => listMethodSchedules(client),
    methodSchedule: (methodId) => readNote(client, workflowIds.automaticPayout(methodId)),
  };
}

const DESCRIBED_AT_ONCE = 10;

/** The index of workflows lags by moments, so unlisted workflows are queried one by one. */
async function runningWorkflows(client: Client, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const running = new Set<string>();
  if (ids.length === 0) return running;
  const listed = ids.map((id) => `'${id}'`).join(', ');
  const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${listed})`;
  for await (const { workflowId } of client.workflow.list({ query, pageSize: ids.length })) running.add(workflowId);
  const limit = pLimit(DESCRIBED_AT_ONCE);
  await limit.map(
    ids.filter((id) => !running.has(id)),
    async (id) => {
      if (await isRunning(client, id)) running.add(id);
    },
  );
  return running;
}

async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

async function listMethodSchedules(client: Client): Promise<ReadonlyMap<string, string>> {
  const prefix = workflowIds.automaticPayout('');
  const notes = new Map<string, string>();
  for await (const { scheduleId, state } of client.schedule.list({ pageSize: 500 })) {
    if (scheduleId.startsWith(prefix)) notes.set(scheduleId.slice(prefix.length), state.note ?? '');
  }
  return notes;
}

/** Without its input, which only a client with the codec's key can read. */
async function readNote(client: Client, scheduleId: string): Promise<string | null> {
  try {
    const { namespace } = client.options;
    const { schedule } = await client.workflowService.describeSchedule({ namespace, scheduleId });
    return schedule?.state?.notes ?? '';
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return null;
    throw error;
  }
}

/** Of gRPC. */
const NOT_FOUND = 5;
