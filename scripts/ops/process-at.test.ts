import type { Client } from '@temporalio/client';
import { describe, expect, test } from 'vitest';
import { parseOps } from './parse.ts';
import { readState } from './process-at.ts';

const { workflowId, process } = parseOps(['invoice:0190f1c2-0000-7000-8000-000000000001', 'show']);

describe('a query that no worker answers', () => {
  test.each([
    [1, 'the server ends it at the deadline', ''],
    [4, 'the deadline passes here', ''],
    [9, 'the server has seen no worker', 'no poller seen for task queue recently, worker may be down'],
  ])('is said in words with code %i, where %s', async (code, _, details) => {
    const state = readState(clientThatFails(code, details), workflowId, process);
    await expect(state).rejects.toThrow(`No worker answers for ${workflowId}`);
  });

  test('leaves other failures as they are', async () => {
    const state = readState(clientThatFails(7), workflowId, process);
    await expect(state).rejects.toThrow('7 of gRPC');
  });
});

/** A client that finds the workflow running, and whose queries fail with the code of gRPC. */
function clientThatFails(code: number, details = ''): Client {
  const failure = Object.assign(new Error(`${code} of gRPC`), { code, details, metadata: {} });
  const handle = { describe: async () => ({ status: { name: 'RUNNING' } }) };
  return {
    options: { namespace: 'test' },
    workflow: { getHandle: () => handle },
    workflowService: { queryWorkflow: () => Promise.reject(failure) },
    withDeadline: (_: number, call: () => Promise<unknown>) => call(),
  } as unknown as Client;
}
