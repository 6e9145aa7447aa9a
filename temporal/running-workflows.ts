import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import pLimit from 'p-limit';

const DESCRIBED_AT_ONCE = 10;

/**
 * Which of these workflows are running. The index of workflows lags behind by moments, so what it does not list is
 * asked for by itself.
 */
export async function runningWorkflows(client: Client, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const running = new Set<string>();
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
