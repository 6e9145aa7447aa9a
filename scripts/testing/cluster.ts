import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClusterStart, startCluster } from '../cluster/start-cluster.ts';
import type { ClusterProcess } from '../cluster/table.ts';
import { freePort } from '../process/ports.ts';
import { postgresUrl } from '../services/postgres.ts';
import type { Started } from '../start/announce.ts';
import { takeDataFolder } from '../start/data-folder.ts';
import { waitForRates } from '../start/demo-invoices.ts';
import { type KeptServer, type Layer, layers } from '../start/keeper.ts';
import { RATES_WITHIN_MS } from './product.ts';
import { makeRunFolder } from './run-folder.ts';

/** A process of a test's cluster. A process that a test ends stays down until the test starts it again. */
export interface ClusterHandle {
  readonly name: string;
  readonly layer: Layer;
  /** @throws Error while it is down */
  pid(): number;
  /** Asks it to stop and waits until it has ended. */
  stop(): Promise<void>;
  /** Ends it without warning and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again; resolves once it is ready. */
  start(): Promise<void>;
}

/** The cluster of `npm run cluster`, for tests and benches that end its processes. */
export interface TestCluster {
  readonly started: Started;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** Where its data and `logs` are. */
  readonly dataDir: string;
  readonly names: readonly string[];
  /** @throws Error with all names for one that is not among them */
  process(name: string): ClusterHandle;
  stop(): Promise<void>;
}

export interface TestClusterOptions extends Pick<ClusterStart, 'links'> {
  /** Prepares the data folder before anything is in it. @returns a function that undoes it at the end */
  readonly prepare?: (dataDir: string) => () => void;
}

/** Blocks come fast, so that payments do not wait for confirmations. */
const defaults = { SANDBOX_BLOCK_SECONDS: '1', SANDBOX_PERIOD_SECONDS: '5' };

/**
 * Starts the whole cluster on free ports and a fresh data folder, and waits until it is ready. The tools must be there:
 * call `ensureTemporalServer` and `ensureRabbitMq` before, where minutes for a build are allowed.
 */
export async function startTestCluster(
  env: NodeJS.ProcessEnv = {},
  { links, prepare }: TestClusterOptions = {},
): Promise<TestCluster> {
  const run = makeRunFolder();
  const port = await freePort();
  const folder = await takeDataFolder(join(run.path, 'data'), { port });
  if ('pid' in folder) throw new Error('A fresh folder belongs to nobody.');
  const handles = new Map<string, ClusterHandle>();
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    const all = [...handles.values()];
    for (const layer of layers) {
      await Promise.all(all.filter((handle) => handle.layer === layer).map((handle) => handle.stop()));
    }
    await Promise.all(closers.map((close) => close()));
    folder.release();
    run.remove();
  };
  try {
    const undo = prepare?.(folder.path);
    if (undo !== undefined) closers.push(async () => undo());
    const started = await startCluster({
      folder,
      port,
      closers,
      links,
      env: { ...defaults, ...env },
      start: async (process) => {
        const handle = handleOf(process);
        handles.set(process.name, handle);
        await handle.start();
      },
    });
    if (!(await waitForRates(started, RATES_WITHIN_MS))) throw new Error('The cluster runs, but has no rates.');
    const ports = JSON.parse(readFileSync(folder.file('ports.json'), 'utf8')) as { postgres: number; temporal: number };
    return {
      started,
      databaseUrl: postgresUrl({ dataDir: folder.file('postgres'), port: ports.postgres }),
      temporalAddress: `127.0.0.1:${ports.temporal}`,
      dataDir: folder.path,
      names: [...handles.keys()],
      process: (name) => {
        const handle = handles.get(name);
        if (handle === undefined)
          throw new Error(`There is no process ${name}, but ${[...handles.keys()].join(', ')}.`);
        return handle;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function handleOf({ name, layer, start }: ClusterProcess): ClusterHandle {
  let server: KeptServer | undefined;
  return {
    name,
    layer,
    pid: () => {
      if (server === undefined) throw new Error(`${name} does not run.`);
      return server.pid;
    },
    stop: async () => {
      await server?.stop();
      server = undefined;
    },
    kill: async () => {
      if (server === undefined) return;
      process.kill(-server.pid, 'SIGKILL');
      await server.exited;
      // Companions of the process, such as a port mapper, end too.
      await server.stop();
      server = undefined;
    },
    start: async () => {
      if (server !== undefined) throw new Error(`${name} runs already.`);
      server = await start();
    },
  };
}
