import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealKeystore } from '../../activities/signer/keystore.ts';
import { migrate } from '../../db/schema/migrate.ts';
import { freePort } from '../../scripts/process/ports.ts';
import type { Started } from '../../scripts/start/announce.ts';
import { choosePorts, serverPorts } from '../../scripts/start/chosen-ports.ts';
import { takeDataFolder } from '../../scripts/start/data-folder.ts';
import { programEnvironment } from '../../scripts/start/environment.ts';
import { Keeper } from '../../scripts/start/keeper.ts';
import { runPrograms } from '../../scripts/start/run-programs.ts';
import { startServers } from '../../scripts/start/servers.ts';
import { type RunningProduct, readServers } from '../../scripts/testing/product.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { type Barrier, openBarrier } from './barrier.fixture.ts';

export interface Gateway extends RunningProduct {
  readonly barrier: Barrier;
}

const passphrase = 'a passphrase of nobody';

/**
 * The product as `npm start` runs it with a keystore: Postgres, Temporal, an API, a worker and a signer, each a process
 * that is restarted when it dies. Worker and signer pause at a step of sending when the barrier is armed for it.
 * @param place a data folder of before, which stays; default: a fresh one
 */
export async function startGateway(
  env: NodeJS.ProcessEnv,
  place: { readonly dataDir?: string } = {},
): Promise<Gateway> {
  const run = makeRunFolder();
  const port = await freePort();
  const folder = await takeDataFolder(place.dataDir ?? join(run.path, 'data'), { port });
  if ('pid' in folder) throw new Error('A fresh folder belongs to nobody.');
  const keystore = join(run.path, 'keystore.json');
  writeFileSync(keystore, await sealKeystore(TEST_MNEMONIC, passphrase));
  const barrier = join(run.path, 'barrier');
  const words: string[] = [];
  const keeper = new Keeper(folder, (reason) => words.push(reason));
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    await keeper.stop();
    await Promise.all(closers.map((close) => close()));
    folder.release();
    run.remove();
  };
  try {
    const ports = await choosePorts(folder.file('ports.json'), serverPorts);
    const afterDatabase = async (databaseUrl: string) => void (await migrate(databaseUrl));
    const servers = await startServers({ folder, keeper, ports, closers, afterDatabase });
    await runPrograms({
      folder,
      keeper,
      port,
      env: { ...programEnvironment({ folder, port, ports, servers }), ...env, FAULT_BARRIER: barrier },
      signerKeys: { SIGNER_KEYSTORE: keystore, SIGNER_PASSPHRASE: passphrase },
      workerEntry: 'e2e/faults/worker.program.fixture.ts',
    });
    const seeded = JSON.parse(readFileSync(folder.file('seeded.json'), 'utf8')) as Pick<Started, 'login' | 'api'>;
    return {
      started: {
        url: `http://localhost:${port}`,
        temporal_ui: servers.temporalUi,
        mail_ui: servers.mailUi,
        login: seeded.login,
        staff: null,
        api: seeded.api,
      },
      dataDir: folder.path,
      servers: readServers(folder.path),
      processes: () =>
        JSON.parse(readFileSync(folder.file('processes.json'), 'utf8')) as { name: string; pid: number }[],
      logTail: () => words.join('\n'),
      barrier: openBarrier(barrier),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
