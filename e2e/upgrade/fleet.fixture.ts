import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptSigner } from '../../scripts/cluster/signer.ts';
import type { RunningServer } from '../../scripts/process/managed.ts';
import { freePort } from '../../scripts/process/ports.ts';
import { startBalancer } from '../../scripts/services/balancer.ts';
import { startMailCatcher } from '../../scripts/services/mail-catcher.ts';
import { startPostgres } from '../../scripts/services/postgres.ts';
import { startRabbitMq } from '../../scripts/services/rabbitmq.ts';
import { startTemporal } from '../../scripts/services/temporal.ts';
import type { Started } from '../../scripts/start/announce.ts';
import { waitForRates } from '../../scripts/start/demo-invoices.ts';
import { programEnvironment } from '../../scripts/start/environment.ts';
import { runProgram, startProgram, workerReady } from '../../scripts/start/programs.ts';
import { isReady, queuesWithoutKeys, readSeeded } from '../../scripts/start/run-programs.ts';
import { RATES_WITHIN_MS } from '../../scripts/testing/product.ts';
import { makeRunFolder, subfolder } from '../../scripts/testing/run-folder.ts';
import { taskQueues } from '../../workflows/messages.ts';
import type { Release } from './release.fixture.ts';

/** An installation as production has it: two APIs behind a balancer, workers and a signer of one release or of two. */
export interface Fleet {
  readonly started: Started;
  /** The environment of operators' commands. */
  readonly env: NodeJS.ProcessEnv;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** A worker and a signer; resolves once they are ready. */
  startWorkers(release: Release): Promise<void>;
  stopWorkers(release: Release): Promise<void>;
  /** Stops one API, starts it with this release and waits until it is ready; then the other. */
  restartApis(release: Release): Promise<void>;
  stop(): Promise<void>;
}

type Closer = () => Promise<unknown>;

/** Starts it on free ports and fresh data, all of one release. */
export async function startFleet(release: Release): Promise<Fleet> {
  const closers: Closer[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await openFleet(release, { closers, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openFleet(
  release: Release,
  { closers, stop }: { readonly closers: Closer[]; readonly stop: () => Promise<void> },
): Promise<Fleet> {
  const run = makeRunFolder();
  closers.push(async () => run.remove());
  const folder = { path: run.path, file: (...names: string[]) => join(run.path, ...names) };
  mkdirSync(folder.file('logs'));
  const servers = await startServers(folder, closers);
  const [port, ...apiPorts] = [await freePort(), await freePort(), await freePort()];
  const { env: signerKeys } = await keptSigner(folder.file('signer'));
  const env = {
    ...programEnvironment({ folder, port, ports: {}, servers }),
    AMQP_URL: servers.amqpUrl,
    SANDBOX_BLOCK_SECONDS: '1',
    SANDBOX_PERIOD_SECONDS: '5',
  };
  const programs = openPrograms({ file: folder.file, env, signerKeys });
  closers.push(programs.stop);

  const task = (name: string, entry: string, own: NodeJS.ProcessEnv = {}) =>
    runProgram({ name, entry: join(release.folder, entry), env: { ...env, ...own } });
  await task('the schema', migrationOf(release));
  const seeds = { SEED_OUTPUT: folder.file('seeded.json'), SEED_STAFF_OUTPUT: folder.file('seeded-staff.json') };
  await task('the demo data', 'scripts/seed.ts', seeds);
  await Promise.all([programs.startWorkers(release), ...apiPorts.map((each) => programs.startApi(release, each))]);
  const upstreams = apiPorts.map((each) => new URL(`http://127.0.0.1:${each}`));
  const balancer = await startBalancer({ host: '127.0.0.1', port, upstreams, checkEveryMs: 250 });
  closers.push(balancer.stop);
  const started = { url: `http://localhost:${port}`, temporal_ui: null, mail_ui: null, ...readSeeded(folder) };
  if (!(await waitForRates(started, RATES_WITHIN_MS))) throw new Error('The old release runs, but has no rates.');
  return {
    started,
    env,
    stop,
    databaseUrl: servers.databaseUrl,
    temporalAddress: servers.temporalAddress,
    startWorkers: programs.startWorkers,
    stopWorkers: programs.stopWorkers,
    restartApis: async (of) => {
      for (const each of apiPorts) {
        await programs.stopApi(each);
        await programs.startApi(of, each);
      }
    },
  };
}

interface Folder {
  readonly path: string;
  file(...names: string[]): string;
}

async function startServers({ path, file }: Folder, closers: Closer[]) {
  const started = async <Server extends { stop(): Promise<void> }>(server: Promise<Server>): Promise<Server> => {
    const { stop } = await server;
    closers.push(stop);
    return server;
  };
  const logFile = (name: string) => file('logs', `${name}.log`);
  const [postgres, rabbitMq, temporal, mails] = await Promise.all([
    started(
      startPostgres({
        dataDir: subfolder(path, 'postgres'),
        durability: 'throwaway',
        maxConnections: 300,
        logFile: logFile('postgres'),
      }),
    ),
    started(startRabbitMq({ dataDir: subfolder(path, 'rabbitmq'), logFile: logFile('rabbitmq') })),
    started(startTemporal({ dbFile: file('temporal.sqlite'), logFile: logFile('temporal') })),
    started(startMailCatcher()),
  ]);
  return {
    databaseUrl: postgres.url,
    amqpUrl: rabbitMq.url,
    temporalAddress: temporal.address,
    smtpUrl: mails.smtpUrl,
  };
}

interface ProgramOptions {
  readonly file: Folder['file'];
  readonly env: NodeJS.ProcessEnv;
  readonly signerKeys: NodeJS.ProcessEnv;
}

function openPrograms({ file, env, signerKeys }: ProgramOptions) {
  const running = new Map<string, RunningServer>();
  const start = async (name: string, program: Omit<Parameters<typeof startProgram>[0], 'name' | 'logFile'>) => {
    if (running.has(name)) return;
    running.set(name, await startProgram({ ...program, name, logFile: file('logs', `${name}.log`) }));
  };
  const stop = async (name: string) => {
    await running.get(name)?.stop();
    running.delete(name);
  };
  const startWorker = ({ folder, buildId }: Release, kind: 'worker' | 'signer', own: NodeJS.ProcessEnv) =>
    start(`${kind}-${buildId}`, {
      entry: join(folder, 'temporal/worker.ts'),
      env: { ...env, ...own, WORKER_BUILD_ID: buildId },
      ready: async (output) => output.lines.has(workerReady),
    });
  return {
    startWorkers: async (release: Release) => {
      await Promise.all([
        startWorker(release, 'worker', { WORKER_QUEUES: queuesWithoutKeys.join() }),
        startWorker(release, 'signer', { ...signerKeys, WORKER_QUEUES: taskQueues.signer }),
      ]);
    },
    stopWorkers: async ({ buildId }: Release) => {
      await Promise.all([stop(`worker-${buildId}`), stop(`signer-${buildId}`)]);
    },
    startApi: ({ folder }: Release, port: number) =>
      start(`api-${port}`, {
        entry: join(folder, 'api/server.ts'),
        env: { ...env, PORT: String(port), HOST: '127.0.0.1', DRAIN_SECONDS: '1', TRUST_PROXY: '127.0.0.1/32' },
        ready: () => isReady(port),
      }),
    stopApi: (port: number) => stop(`api-${port}`),
    stop: async () => {
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

/** The program that migrates the database, as the release's own `npm run migrate` names it: its folder has changed. */
function migrationOf({ folder }: Release): string {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly migrate: string };
  };
  return scripts.migrate.split(' ').at(-1) ?? '';
}
