import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../process/managed.ts';
import { freePort } from '../process/ports.ts';
import { postgresUrl } from '../services/postgres.ts';
import type { Started } from '../start/announce.ts';
import { ensureTemporal } from '../toolchain/temporal.ts';
import { makeRunFolder } from './run-folder.ts';

/** The servers under the product, for tests that look behind its API. */
export interface ProductServers {
  /** Its data folder, in which the simulated bank lives too. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
}

/** The whole product, running as `npm start` runs it. */
export interface RunningProduct {
  readonly started: Started;
  readonly dataDir: string;
  readonly servers: ProductServers;
  /**
   * The running processes by name: `Postgres`, `Temporal`, `worker`, `api`. One that is killed is started again under
   * the same name.
   */
  processes(): { readonly name: string; readonly pid: number }[];
  /** The end of what it printed, for a message about a failure. */
  logTail(): string;
  stop(): Promise<void>;
}

/** How long a test waits for the first rates: a bound for what hangs, since a busy machine may take its time. */
export const RATES_WITHIN_MS = 180_000;

/** Blocks come fast, so that journeys do not wait for confirmations. */
const sandboxBlockSeconds = '1';
/** Neither do they wait a week for an automatic payout. */
const sandboxPeriodSeconds = '5';

/**
 * Starts the product on free ports and a fresh data folder and waits until it is ready. The environment adds to this
 * process's own.
 *
 * @throws Error with its last lines when it does not get ready.
 */
export async function startProduct(
  env: NodeJS.ProcessEnv = {},
  where: 'disk' | 'memory' = 'disk',
): Promise<RunningProduct> {
  // The first time in a life it is built, for minutes that are no part of a start.
  if (!process.env.TEMPORAL_ADDRESS) await ensureTemporal();
  const folder = makeRunFolder(where);
  const dataDir = join(folder.path, 'data');
  const started = join(dataDir, 'started.json');
  const product = await startProcess({
    name: 'npm start',
    command: process.execPath,
    args: [join(import.meta.dirname, '..', 'start.ts')],
    env: {
      ...process.env,
      SANDBOX_BLOCK_SECONDS: sandboxBlockSeconds,
      SANDBOX_PERIOD_SECONDS: sandboxPeriodSeconds,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      ...env,
    },
    readyTimeoutMs: 180_000,
    stopTimeoutMs: 40_000,
    ready: async () => existsSync(started),
  });
  return {
    started: readStarted(started),
    dataDir,
    servers: readServers(dataDir),
    processes: () =>
      JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')) as { name: string; pid: number }[],
    logTail: () => product.logTail(),
    stop: async () => {
      await product.stop();
      folder.remove();
    },
  };
}

/** Reads what a product that got ready wrote. */
export function readStarted(path: string): Started {
  return JSON.parse(readFileSync(path, 'utf8')) as Started;
}

/** Where the servers of a product on this data folder listen. */
export function readServers(dataDir: string): ProductServers {
  const ports = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as { postgres: number; temporal: number };
  return {
    dataDir,
    databaseUrl: process.env.DATABASE_URL || postgresUrl({ dataDir: join(dataDir, 'postgres'), port: ports.postgres }),
    temporalAddress: process.env.TEMPORAL_ADDRESS || `127.0.0.1:${ports.temporal}`,
  };
}
