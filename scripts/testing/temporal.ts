import { randomBytes } from 'node:crypto';
import { Connection } from '@temporalio/client';
import { prepareNamespace } from '../services/temporal-namespace.ts';
import { sharedServer } from './shared-servers.ts';

/**
 * A namespace of one's own on the Temporal server that all test files share: workflow ids and task queues cannot clash.
 */
export interface TestTemporal {
  readonly address: string;
  readonly namespace: string;
}

/** Makes a namespace with the project's search attributes, in some tens of milliseconds. Call it in `beforeAll`. */
export async function createTestNamespace(): Promise<TestTemporal> {
  const { address } = await sharedServer<{ address: string }>('/temporal');
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  const connection = await Connection.connect({ address });
  try {
    await prepareNamespace(connection, namespace);
  } finally {
    await connection.close();
  }
  return { address, namespace };
}
