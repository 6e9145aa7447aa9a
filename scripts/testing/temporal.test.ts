import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { createTestNamespace } from './temporal.ts';

test('two files that start a workflow of the same id meet neither each other nor a missing search attribute', async () => {
  const [first, second] = await Promise.all([createTestNamespace(), createTestNamespace()]);
  expect(first.address).toBe(second.address);
  const connection = await Connection.connect({ address: first.address });
  for (const { namespace } of [first, second]) {
    const client = new Client({ connection, namespace });
    const handle = await client.workflow.start('any', {
      taskQueue: 'core',
      workflowId: 'same',
      searchAttributes: { MerchantId: ['merchant'], NeedsOperator: [false], ExpiresAt: [new Date()] },
    });
    expect((await handle.describe()).searchAttributes).toMatchObject({ MerchantId: ['merchant'] });
  }
  await connection.close();
});
