import { chmodSync, existsSync } from 'node:fs';
import { loadSetting, loadTemporalConfig } from '../../settings/load.ts';
import { archiveOf } from '../backup/store.ts';
import { say } from '../progress.ts';
import { startPostgres } from '../services/postgres.ts';
import { startTemporal, temporalProgram } from '../services/temporal.ts';
import { prepareNamespaceAt } from '../services/temporal-namespace.ts';
import { serverVersionOf } from '../toolchain/temporal.ts';
import type { ChosenPorts } from './chosen-ports.ts';
import type { DataFolder } from './data-folder.ts';
import type { Keeper } from './keeper.ts';
import { type MailServer, startMail } from './mail.ts';
import { temporalFileFor } from './temporal-file.ts';

/** Where the programs find the servers; a page that a person's own server has not is null. */
export interface Servers extends MailServer {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalUi: string | null;
  /** Temporal has no workflows, although rows in Postgres may need some. */
  readonly temporalIsNew: boolean;
}

interface ServerStart {
  readonly folder: DataFolder;
  readonly keeper: Keeper;
  readonly ports: ChosenPorts;
  readonly closers: (() => Promise<void>)[];
  /** Runs as soon as the database serves, while the others are still starting. */
  readonly afterDatabase: (databaseUrl: string) => Promise<void>;
}

/** Starts Postgres, Temporal and the mail catcher at once, each unless the environment names another. */
export async function startServers(start: ServerStart): Promise<Servers> {
  const [databaseUrl, temporal, mail] = await Promise.all([
    startDatabase(start),
    startWorkflows(start),
    startMail(start),
  ]);
  return { databaseUrl, ...temporal, ...mail };
}

async function startDatabase({ folder, keeper, ports, afterDatabase }: ServerStart): Promise<string> {
  const given = loadSetting(process.env, 'DATABASE_URL');
  if (given) say('Postgres: using DATABASE_URL.');
  const url =
    given ||
    (
      await keeper.keep('Postgres', 'server', () =>
        startPostgres({
          dataDir: folder.file('postgres'),
          port: ports.postgres,
          durability: 'durable',
          logFile: folder.file('logs', 'postgres.log'),
          ...archiveOf(process.env),
        }),
      )
    ).url;
  await afterDatabase(url);
  return url;
}

async function startWorkflows({
  folder,
  keeper,
  ports,
}: ServerStart): Promise<Pick<Servers, 'temporalAddress' | 'temporalUi' | 'temporalIsNew'>> {
  const given = process.env.TEMPORAL_ADDRESS;
  if (given) {
    say(`Temporal: ${given}.`);
    await registerSearchAttributes();
    return { temporalAddress: given, temporalUi: process.env.TEMPORAL_UI_URL || null, temporalIsNew: false };
  }
  const { path: dbFile, replaced } = temporalFileFor(
    folder.path,
    await serverVersionOf((await temporalProgram()).path),
  );
  if (replaced !== null) {
    say(`  Temporal: its file of server version ${replaced} is set aside; all workflows start again from the database`);
  }
  const { address, uiUrl } = await keeper.keep('Temporal', 'server', () =>
    startTemporal({
      dbFile,
      port: ports.temporal,
      uiPort: ports.temporalUi,
      httpPort: ports.temporalHttp,
      metricsPort: ports.temporalMetrics,
      logFile: folder.file('logs', 'temporal.log'),
    }),
  );
  for (const suffix of ['', '-wal', '-shm']) {
    const file = `${dbFile}${suffix}`;
    if (existsSync(file)) chmodSync(file, 0o600);
  }
  return { temporalAddress: address, temporalUi: uiUrl, temporalIsNew: replaced !== null };
}

async function registerSearchAttributes(): Promise<void> {
  try {
    await prepareNamespaceAt(loadTemporalConfig(process.env));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(
      `Temporal: search attributes could not be registered (${why}). ` +
        'An administrator must do it: see docs/operating/temporal.md.',
    );
  }
}
