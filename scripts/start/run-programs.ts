import { readFileSync } from 'node:fs';
import { NETWORKS } from '../../domain/assets/assets.ts';
import { taskQueues } from '../../workflows/messages.ts';
import { timed } from '../progress.ts';
import type { Started } from './announce.ts';
import type { DataFolder } from './data-folder.ts';
import type { Keeper } from './keeper.ts';
import { runProgram, startProgram, workerReady } from './programs.ts';

/** Where the keystore is and what opens it. */
export interface SignerKeys {
  readonly SIGNER_KEYSTORE?: string;
  readonly SIGNER_PASSPHRASE?: string;
  readonly SIGNER_PASSPHRASE_FILE?: string;
}

/** Takes the signer's keys out of an environment, so that no server that is started with it learns them. */
export function takeSignerKeys(env: NodeJS.ProcessEnv): SignerKeys {
  const names = ['SIGNER_KEYSTORE', 'SIGNER_PASSPHRASE', 'SIGNER_PASSPHRASE_FILE'] as const;
  const taken = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  for (const name of names) delete env[name];
  return Object.fromEntries(taken);
}

export interface ProgramRun {
  readonly folder: DataFolder;
  readonly keeper: Keeper;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  readonly signerKeys: SignerKeys;
  /** Where each program answers /metrics. */
  readonly metrics?: MetricsPorts;
  /** Preparations that the API needs besides the servers. */
  readonly beforeApi?: Promise<void>;
  /** The worker's program. */
  readonly workerEntry?: string;
}

type MetricsPorts = Readonly<Partial<Record<ProgramName, number>>>;
type ProgramName = 'api' | 'worker' | 'signer';

/** The programs that {@link runPrograms} keeps running. */
export function programsOf(env: NodeJS.ProcessEnv, signerKeys: SignerKeys): readonly ProgramName[] {
  return hasOwnSigner(env, signerKeys) ? ['api', 'worker', 'signer'] : ['api', 'worker'];
}

function hasOwnSigner(env: NodeJS.ProcessEnv, signerKeys: SignerKeys): boolean {
  return Boolean(signerKeys.SIGNER_KEYSTORE) && !env.WORKER_QUEUES;
}

/**
 * Runs the product's programs and keeps them running. With a keystore the signer is a process of its own, the only one
 * that knows the keystore's place and passphrase; without one, the sandbox's seed signs, and one worker does
 * everything. The demo merchant is made meanwhile: programs need only the schema.
 */
export async function runPrograms(run: ProgramRun): Promise<void> {
  const { folder, keeper, env, signerKeys, metrics = {}, workerEntry } = run;
  const worker = (name: 'worker' | 'signer', own: NodeJS.ProcessEnv) =>
    keeper.keep(name, 'program', () =>
      startProgram({
        name,
        entry: workerEntry ?? 'temporal/worker.ts',
        env: { ...own, ...metricsPort(metrics[name]) },
        logFile: folder.file('logs', `${name}.log`),
        ready: async (output) => output.lines.has(workerReady),
      }),
    );
  await Promise.all([
    timed('demo data', () => makeDemoData(folder, env)),
    ...(hasOwnSigner(env, signerKeys)
      ? [
          worker('worker', { ...env, WORKER_QUEUES: queuesWithoutKeys.join() }),
          worker('signer', { ...env, ...signerKeys, WORKER_QUEUES: taskQueues.signer }),
        ]
      : [worker('worker', { ...env, ...signerKeys })]),
    keeper.keep('bank', 'program', () =>
      startProgram({
        name: 'bank',
        entry: 'scripts/bank-simulator.ts',
        env,
        logFile: folder.file('logs', 'bank.log'),
        ready: async () => true,
      }),
    ),
    ...(env.CARD_SIMULATOR_PORT === undefined
      ? []
      : [
          keeper.keep('card-partner', 'program', () =>
            startProgram({
              name: 'card-partner',
              entry: 'scripts/card-partner-simulator.ts',
              env,
              logFile: folder.file('logs', 'card-partner.log'),
              ready: async () => true,
            }),
          ),
        ]),
    startApi(run),
  ]);
}

async function startApi({ folder, keeper, port, env, metrics = {}, beforeApi }: ProgramRun): Promise<void> {
  await beforeApi;
  await keeper.keep('api', 'program', () =>
    startProgram({
      name: 'api',
      entry: 'api/server.ts',
      env: { ...env, ...metricsPort(metrics.api) },
      logFile: folder.file('logs', 'api.log'),
      ready: () => isReady(port),
    }),
  );
}

function metricsPort(port: number | undefined): NodeJS.ProcessEnv {
  return port === undefined ? {} : { METRICS_PORT: String(port) };
}

/** Whether the API, or the balancer before it, takes requests. */
export async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
}

/** Makes the demo merchant and the demo staff where they are missing. Needs the schema alone. */
export function makeDemoData(folder: Pick<DataFolder, 'file'>, env: NodeJS.ProcessEnv): Promise<void> {
  return runProgram({
    name: 'the demo data',
    entry: 'scripts/seed.ts',
    env: { ...env, SEED_OUTPUT: folder.file('seeded.json'), SEED_STAFF_OUTPUT: folder.file('seeded-staff.json') },
  });
}

/** Gives the demo merchant money in simulated production. Waits for rates, so that it needs a worker. */
export function makeDemoMoney(env: NodeJS.ProcessEnv): Promise<void> {
  return runProgram({ name: 'the demo money', entry: 'scripts/seed-production.ts', env });
}

/** Starts the workflows of all rows that need one, for a Temporal that knows none of them. */
export function restartWorkflows(env: NodeJS.ProcessEnv): Promise<void> {
  return runProgram({ name: 'the restart of workflows', entry: 'scripts/workflows.ts', args: ['restart'], env });
}

/** How to get in with the demo data. */
export function readSeeded(folder: Pick<DataFolder, 'file'>): Pick<Started, 'login' | 'api' | 'staff'> {
  const { login, api } = JSON.parse(readFileSync(folder.file('seeded.json'), 'utf8')) as Pick<Started, 'login' | 'api'>;
  const staff = JSON.parse(readFileSync(folder.file('seeded-staff.json'), 'utf8')) as Started['staff'];
  return { login, staff, api };
}

/** All queues of a worker beside which a signer runs. */
export const queuesWithoutKeys: readonly string[] = [
  taskQueues.core,
  taskQueues.rates,
  taskQueues.webhooks,
  taskQueues.verification,
  taskQueues.cardPartner,
  taskQueues.treasury,
  taskQueues.simulator,
  ...NETWORKS.map(taskQueues.chain),
];
