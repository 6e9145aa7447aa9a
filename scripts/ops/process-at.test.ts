import type { Client } from '@temporalio/client';
import { describe, expect, test } from 'vitest';
import { readState } from './process-at.ts';

describe('a query that no worker answers', () => {
  test.each([
    [1, 'the server ends it at the deadline'],
    [4, 'the deadline passes here'],
  ])('is said in words with code %i, where %s', async (code) => {
    const state = readState(clientThatFails(code), 'invoice:1', { query: 'report' } as never);
    await expect(state).rejects.toThrow('No worker answers for invoice:1');
  });

  test('leaves other failures as they are', async () => {
    const state = readState(clientThatFails(7), 'invoice:1', { query: 'report' } as never);
    await expect(state).rejects.toThrow('7 of gRPC');
  });
});

/** A client that finds the workflow running, and whose queries fail with the code of gRPC. */
function clientThatFails(code: number): Client {
  const failure = Object.assign(new Error(`${code} of gRPC`), { code, details: '', metadata: {} });
  const handle = { describe: async () => ({ status: { name: 'RUNNING' } }) };
  return {
    options: { namespace: 'test' },
    workflow: { getHandle: () => handle },
    workflowService: { queryWorkflow: () => Promise.reject(failure) },
    withDeadline: (_: number, call: () => Promise<unknown>) => call(),
  } as unknown as Client;
}
