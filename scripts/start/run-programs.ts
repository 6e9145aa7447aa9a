import { NETWORKS } from '../../domain/assets.ts';
import { taskQueues } from '../../workflows/messages.ts';
import type { DataFolder } from './data-folder.ts';
import type { Keeper } from './keeper.ts';
import { runProgram, startProgram, workerReady } from './programs.ts';

export interface ProgramRun {
  readonly folder: DataFolder;
  readonly keeper: Keeper;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  /** The worker's program. */
  readonly workerEntry?: string;
}

/**
 * Runs the product's programs and keeps them running. With a keystore the signer is a process of its own, the only one that is told where the keystore is and what opens
 * it; without one, words of the sandbox sign, and one worker does everything. The demo merchant is made meanwhile: programs need only the schema.
 */
export async function runPrograms({ folder, keeper, port, env, workerEntry }: ProgramRun): Promise<void> {
  const { SIGNER_KEYSTORE: keystore, SIGNER_PASSPHRASE: passphrase, ...withoutKeys } = env;
  const ownSigner = Boolean(keystore) && !env.WORKER_QUEUES;
  const worker = (name: string, own: NodeJS.ProcessEnv) =>
    keeper.keep(name, 'program', () =>
      startProgram({
        name,
        entry: workerEntry ?? 'temporal/worker.ts',
        env: own,
        logFile: folder.file('logs', `${name}.log`),
        ready: async (output) => output.lines.has(workerReady),
      }),
    );
  await Promise.all([
    runProgram({
      name: 'the demo data',
      entry: 'scripts/seed.ts',
      env: {
        ...withoutKeys,
        SEED_OUTPUT: folder.file('seeded.json'),
        SEED_STAFF_OUTPUT: folder.file('seeded-staff.json'),
      },
    }),
    ...(ownSigner
      ? [
          worker('worker', { ...withoutKeys, WORKER_QUEUES: queuesWithoutKeys.join() }),
          worker('signer', { ...env, WORKER_QUEUES: taskQueues.signer }),
        ]
      : [worker('worker', env)]),
    keeper.keep('api', 'program', () =>
      startProgram({
        name: 'api',
        entry: 'api/server.ts',
        env: withoutKeys,
        logFile: folder.file('logs', 'api.log'),
        ready: async () =>
          (await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok,
      }),
    ),
  ]);
}

const queuesWithoutKeys: readonly string[] = [
  taskQueues.core,
  taskQueues.rates,
  taskQueues.webhooks,
  taskQueues.verification,
  taskQueues.simulator,
  ...NETWORKS.map(taskQueues.chain),
];
