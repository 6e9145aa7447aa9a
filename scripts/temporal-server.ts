import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { dataFolder } from './database-url.ts';

/**
 * A client of the Temporal that a command works with: of `TEMPORAL_ADDRESS`, else the one that `npm start` runs on
 * `DATA_DIR`. It decodes no payloads. Close its connection when done.
 * @throws Error in words when it does not answer or has no such namespace
 */
export async function openTemporal(): Promise<Client> {
  const address = temporalAddress();
  const namespace = process.env.TEMPORAL_NAMESPACE || 'default';
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_MS }).catch((error: Error) => {
    throw new Error(`Temporal does not answer at ${address} (${error.message}). Check TEMPORAL_ADDRESS.`);
  });
  try {
    await connection.workflowService.describeNamespace({ namespace });
  } catch (error) {
    await connection.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Temporal at ${address} cannot use the namespace ${namespace} (${reason}). Check TEMPORAL_NAMESPACE.`,
    );
  }
  return new Client({ connection, namespace });
}

const CONNECT_MS = 5_000;

function temporalAddress(): string {
  const given = process.env.TEMPORAL_ADDRESS;
  if (given) return given;
  const ports = join(dataFolder(), 'ports.json');
  if (!existsSync(ports)) {
    throw new Error(
      `Set TEMPORAL_ADDRESS, or set DATA_DIR to the folder of a running Tidegate; ${dataFolder()} is not one.`,
    );
  }
  const { temporal } = JSON.parse(readFileSync(ports, 'utf8')) as { temporal: number };
  return `127.0.0.1:${temporal}`;
}
