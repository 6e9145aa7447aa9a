import { randomBytes } from 'node:crypto';
import { type Client, Connection } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { NativeConnection } from '@temporalio/worker';
import type { TemporalSettings } from '../../settings/config.ts';
import { prepareNamespace } from '../services/temporal-namespace.ts';
import { quietWorkers } from './quiet-workers.ts';
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

/** The settings of a client: no TLS, no API key, and no codec unless its key is given. */
export function temporalSettings(
  { address, namespace }: { readonly address: string; readonly namespace: string },
  codecKey?: Uint8Array,
): TemporalSettings {
  return {
    temporalAddress: address,
    temporalNamespace: namespace,
    temporalCodecKey: codecKey,
    temporalTls: undefined,
    temporalApiKey: undefined,
  };
}

/** A namespace of one's own with what tests of workflows need of it. */
export interface TestEnvironment {
  readonly client: Client;
  /** For `Worker.create`. */
  readonly worker: { readonly connection: NativeConnection; readonly namespace: string };
  close(): Promise<void>;
}

/** The SDK's test environment on the server that all test files share. Call it in `beforeAll`. */
export async function openTestTemporal(): Promise<TestEnvironment> {
  quietWorkers();
  const { address, namespace } = await createTestNamespace();
  const environment = await TestWorkflowEnvironment.createFromExistingServer({ address, namespace });
  const { client, nativeConnection: connection } = environment;
  return { client, worker: { connection, namespace }, close: () => environment.teardown() };
}
