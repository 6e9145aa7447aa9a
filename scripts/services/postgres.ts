import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { archiveSettings, type BackupStore, makeStore } from '../backup/store.ts';
import { type RunningServer, running, startProcess } from '../process/managed.ts';
import { freePort } from '../process/ports.ts';
import { ensurePostgres, majorOf } from '../toolchain/postgres.ts';
import { runAs, unprivileged } from './drop-privileges.ts';
import { clearStalePostmaster } from './stale-postmaster.ts';

/** A Postgres server of ours. */
export interface RunningPostgres extends RunningServer {
  /** The connection string of its administrator, without a database name at the end: add `/name`. */
  readonly serverUrl: string;
  /** The connection string of the database `tidegate`. */
  readonly url: string;
  readonly port: number;
}

export interface PostgresOptions {
  readonly dataDir: string;
  readonly port?: number;
  /** `durable` survives a power cut; `throwaway` is for tests and never waits for the disk. */
  readonly durability: 'durable' | 'throwaway';
  readonly maxConnections?: number;
  readonly logFile?: string;
  /** Archives its log there, so that any moment can be restored. */
  readonly backups?: BackupStore;
}

const user = 'tidegate';
const database = 'tidegate';
/** Longer than any statement may take. */
const orphansTimeoutMs = 70_000;
const orphansPollMs = 250;

/**
 * Starts an embedded Postgres on the data folder, which is initialized the first time. Listens on 127.0.0.1 only and
 * requires a password that is kept beside the data. As root the server runs as another user, since Postgres refuses
 * root.
 *
 * The remains of a killed server (a stale `postmaster.pid`, backends that are still ending) are cleared first.
 *
 * @throws Error with the server's last log lines when it does not get ready.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const binaries = await ensurePostgres();
  if ('missing' in binaries) throw new Error(binaries.missing);
  const { dataDir } = options;
  const identity = unprivileged({ owner: dataDir, readable: binaries.folder });
  const cluster = join(dataDir, 'cluster');
  prepareFolder(dataDir, identity);
  if (options.backups !== undefined) makeStore(options.backups, identity);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise({ binaries, cluster, dataDir, identity, options });
  requireOwnVersion(cluster, binaries);
  await clearStalePostmaster(cluster);

  const port = options.port ?? (await freePort());
  const serverUrl = serverUrlOf(dataDir, port);
  const server = await whenMemoryIsFree(() =>
    startProcess({
      name: 'Postgres',
      ...runAs(identity, binaries.postgres, ['-D', cluster, '-p', String(port), ...settings(options)]),
      stopSignal: 'SIGINT',
      stopTimeoutMs: 15_000,
      readyTimeoutMs: 60_000,
      ready: () => answers(`${serverUrl}/postgres`),
      logFile: options.logFile,
    }),
  );
  await createDatabase(serverUrl);
  return { ...running(server), serverUrl, url: `${serverUrl}/${database}`, port };
}

/** Postgres reads files of its own major version alone. @throws Error that says what to do with those of another */
function requireOwnVersion(cluster: string, { postgres }: { readonly postgres: string }): void {
  const major = Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim());
  const own = majorOf(postgres);
  if (major === own) return;
  throw new Error(
    `${cluster} holds the data of Postgres ${major}; this version of Tidegate brings Postgres ${own}. ` +
      `Start the version of Tidegate that made it, or choose another folder with DATA_DIR.`,
  );
}

/**
 * Sessions of a server that was killed notice it only at their next pause, and hold its shared memory until then.
 * Postgres refuses to start beside them, since two servers would write the same files; so the start is tried again
 * until they have ended.
 */
async function whenMemoryIsFree<Server>(start: () => Promise<Server>): Promise<Server> {
  const deadlineMs = Date.now() + orphansTimeoutMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const inUse = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!inUse || Date.now() > deadlineMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, orphansPollMs));
    }
  }
}

/** The connection string of the database `tidegate` of a server that runs on this data folder and port. */
export function postgresUrl({ dataDir, port }: { readonly dataDir: string; readonly port: number }): string {
  return `${serverUrlOf(dataDir, port)}/${database}`;
}

function serverUrlOf(dataDir: string, port: number): string {
  return `postgres://${user}:${passwordOf(dataDir)}@127.0.0.1:${port}`;
}

function settings(options: PostgresOptions): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 100,
    shared_buffers: '128MB',
    password_encryption: 'scram-sha-256',
    log_min_messages: 'warning',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.backups === undefined ? {} : archiveSettings(options.backups)),
    ...(options.durability === 'throwaway'
      ? {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: 0,
          autovacuum_naptime: '10min',
        }
      : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The folder of a server, for the user that it runs as. */
export function prepareFolder(dataDir: string, identity: { uid: number; gid: number } | undefined): void {
  mkdirSync(dataDir, { recursive: true });
  if (identity) chownSync(dataDir, identity.uid, identity.gid);
  chmodSync(dataDir, 0o700);
}

/** The administrator's password of the server on this data folder. */
export function passwordOf(dataDir: string): string {
  return readFileSync(passwordFile(dataDir), 'utf8').trim();
}

/** The password is made once. The file is open because the server's user reads it too; the folder around it is not. */
function passwordFile(dataDir: string): string {
  const file = join(dataDir, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o644 });
  return file;
}

interface Initialisation {
  readonly binaries: { readonly initdb: string };
  readonly cluster: string;
  readonly dataDir: string;
  readonly identity: ReturnType<typeof unprivileged>;
  readonly options: PostgresOptions;
}

async function initialise({ binaries, cluster, dataDir, identity, options }: Initialisation): Promise<void> {
  // A half-made cluster has no PG_VERSION yet or lost its server before it served: nothing of worth is in it.
  rmSync(cluster, { recursive: true, force: true });
  const args = [
    '-D',
    cluster,
    '-U',
    user,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile(dataDir)}`,
    '--encoding=UTF8',
  ];
  args.push('--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions');
  if (options.durability === 'throwaway') args.push('--no-sync');
  const initdb = await startProcess({ name: 'initdb', ...runAs(identity, binaries.initdb, args) });
  const { code } = await initdb.exited;
  if (code !== 0) throw new Error(`Postgres could not initialize ${cluster}:\n${initdb.logTail()}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}
