import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { TemporalSettings } from '../settings/config.ts';
import { loadTemporalConfig } from '../settings/load.ts';
import { dataConverter, explained, serverOptions } from '../temporal/connection.ts';
import { dataFolder } from './database-url.ts';

/**
 * A client of the Temporal that a command works with: of `TEMPORAL_ADDRESS`, else the one that `npm start` runs on
 * `DATA_DIR`. It encodes and decodes payloads if `TEMPORAL_CODEC_KEY` is set. Close its connection when done.
 * @throws Error in words when it does not answer or has no such namespace
 */
export async function openTemporal(): Promise<Client> {
  const config = temporalConfig();
  const { temporalAddress: address, temporalNamespace: namespace } = config;
  const connection = await connectTo(config);
  try {
    await connection.workflowService.describeNamespace({ namespace });
  } catch (error) {
    await connection.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Temporal at ${address} cannot use the namespace ${namespace} (${reason}). Check TEMPORAL_NAMESPACE.`,
    );
  }
  return new Client({ connection, namespace, dataConverter: await dataConverter(config) });
}

async function connectTo(config: TemporalSettings): Promise<Connection> {
  try {
    return await Connection.connect({ ...serverOptions(config), connectTimeout: CONNECT_MS });
  } catch (error) {
    const reason = await explained(error, config);
    if (reason !== error) throw reason;
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`Temporal does not answer at ${config.temporalAddress} (${message}). Check TEMPORAL_ADDRESS.`);
  }
}

const CONNECT_MS = 5_000;

function temporalConfig(): TemporalSettings {
  if (process.env.TEMPORAL_ADDRESS) return loadTemporalConfig(process.env);
  const ports = join(dataFolder(), 'ports.json');
  if (!existsSync(ports)) {
    throw new Error(
      `Set TEMPORAL_ADDRESS, or set DATA_DIR to the folder of a running Tidegate; ${dataFolder()} is not one.`,
    );
  }
  const { temporal } = JSON.parse(readFileSync(ports, 'utf8')) as { temporal: number };
  return loadTemporalConfig({ ...process.env, TEMPORAL_ADDRESS: `127.0.0.1:${temporal}` });
}
