import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import pg from 'pg';
import { type RunningServer, running, startProcess } from '../process/managed.ts';
import { acceptsConnections } from '../process/ports.ts';
import { ensureTemporalServer, type TemporalServerPrograms } from '../toolchain/temporal-server.ts';
import { temporalSettings } from './temporal-settings.ts';

/** The processes of a Temporal server, with the service that each of them runs. */
export const temporalRoles = {
  frontend: 'frontend',
  'history-1': 'history',
  'history-2': 'history',
  matching: 'matching',
  worker: 'worker',
} as const;

export type TemporalRole = keyof typeof temporalRoles;

/** The ports of one role: for calls, and for finding the other roles. */
export interface RolePorts {
  readonly grpc: number;
  readonly membership: number;
}

export interface TemporalServerOptions {
  readonly dataDir: string;
  /** The administrator's connection string without a database name. */
  readonly postgresUrl: string;
  readonly ports: Readonly<Record<TemporalRole, RolePorts>>;
}

/** Fixed for the life of a database: shards are what the history processes share the workflows out by. */
const historyShards = 8;
const user = 'temporal';
/** The databases of the server, by what it keeps there. */
export const temporalDatabases = { default: 'temporal', visibility: 'temporal_visibility' } as const;
const loopback = '127.0.0.1';

/**
 * Prepares a Temporal server on a Postgres: its own user and databases, and the schema. Repeatable.
 *
 * @throws Error when the programs cannot be had, or when the schema tool fails
 */
export async function prepareTemporalServer(options: TemporalServerOptions): Promise<void> {
  const { schemaTool } = await programs();
  mkdirSync(options.dataDir, { recursive: true });
  const password = keptPassword(options);
  await createDatabases(options.postgresUrl, password);
  for (const [store, database] of Object.entries(temporalDatabases)) {
    await updateSchema({ schemaTool, options, password, database, schema: store === 'default' ? 'temporal' : store });
  }
  await forgetMembers(options.postgresUrl);
  const settings = Object.entries(temporalSettings).map(([name, value]) => [name, [{ value }]]);
  writeFileSync(dynamicConfigFile(options), JSON.stringify(Object.fromEntries(settings)));
}

/** No role runs yet. The first one would wait most of a minute for those of the last run. */
async function forgetMembers(postgresUrl: string): Promise<void> {
  await query(`${postgresUrl}/${temporalDatabases.default}`, 'DELETE FROM cluster_membership');
}

/**
 * Starts one role of a prepared server and waits until it can be called.
 *
 * @throws Error with its last log lines when it does not get ready
 */
export async function startTemporalRole(
  role: TemporalRole,
  { logFile, ...options }: TemporalServerOptions & { readonly logFile: string },
): Promise<RunningServer> {
  const { server } = await programs();
  const folder = join(options.dataDir, role);
  mkdirSync(folder, { recursive: true });
  // The server reads YAML, of which JSON is a part.
  writeFileSync(join(folder, 'cluster.yaml'), JSON.stringify(roleConfig(role, options)), { mode: 0o600 });
  const { grpc, membership } = options.ports[role];
  // The worker takes no calls: it is there once the others can find it.
  const port = role === 'worker' ? membership : grpc;
  return running(
    await startProcess({
      name: `temporal-${role}`,
      command: server,
      args: ['--root', folder, '--config', '.', '--env', 'cluster', 'start', '--service', temporalRoles[role]],
      logFile,
      readyTimeoutMs: 60_000,
      stopTimeoutMs: 15_000,
      ready: async () => (await acceptsConnections(port)) && (role !== 'frontend' || (await answers(port))),
    }),
  );
}

async function programs(): Promise<TemporalServerPrograms> {
  const found = await ensureTemporalServer();
  if ('missing' in found) throw new Error(found.missing);
  return found;
}

function keptPassword({ dataDir }: TemporalServerOptions): string {
  const file = join(dataDir, 'database-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

async function createDatabases(postgresUrl: string, password: string): Promise<void> {
  const onServer = (sql: string) => query(`${postgresUrl}/postgres`, sql);
  const isNew = (await onServer(`SELECT 1 FROM pg_roles WHERE rolname = '${user}'`)) === 0;
  // The password is hexadecimal; statements about roles take no parameters.
  await onServer(`${isNew ? 'CREATE' : 'ALTER'} ROLE ${user} LOGIN PASSWORD '${password}'`);
  for (const database of Object.values(temporalDatabases)) {
    const exists = await onServer(`SELECT 1 FROM pg_database WHERE datname = '${database}'`);
    if (exists === 0) await onServer(`CREATE DATABASE ${database} OWNER ${user}`);
  }
}

/** Runs one statement on a connection of its own. @returns how many rows it found or changed */
async function query(url: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

interface SchemaUpdate {
  readonly schemaTool: string;
  readonly options: TemporalServerOptions;
  readonly password: string;
  readonly database: string;
  readonly schema: string;
}

async function updateSchema({ schemaTool, options, password, database, schema }: SchemaUpdate): Promise<void> {
  const { hostname, port } = new URL(options.postgresUrl);
  const run = async (...args: string[]): Promise<void> => {
    const tool = await startProcess({
      name: `temporal-sql-tool ${args[0]}`,
      command: schemaTool,
      args: ['--plugin', 'postgres12', '--ep', hostname, '--port', port, '--user', user, '--db', database, ...args],
      env: { ...process.env, SQL_PASSWORD: password },
    });
    const { code } = await tool.exited;
    if (code !== 0) throw new Error(`Temporal's schema in ${database} could not be updated:\n${tool.logTail()}`);
  };
  // The tool would set the version of an existing schema back to zero.
  if (!(await hasSchema(options.postgresUrl, database))) await run('setup-schema', '--version', '0.0');
  await run('update-schema', '--schema-name', `postgresql/v12/${schema}`);
}

async function hasSchema(postgresUrl: string, database: string): Promise<boolean> {
  const found = "SELECT 1 FROM information_schema.tables WHERE table_name = 'schema_version'";
  return (await query(`${postgresUrl}/${database}`, found)) > 0;
}

async function answers(port: number): Promise<boolean> {
  const connection = await Connection.connect({ address: `${loopback}:${port}`, connectTimeout: '2 seconds' });
  await connection.close();
  return true;
}

function roleConfig(role: TemporalRole, options: TemporalServerOptions): object {
  const password = keptPassword(options);
  const address = `${loopback}:${options.ports.frontend.grpc}`;
  const { hostname, port } = new URL(options.postgresUrl);
  const store = (databaseName: string, maxConns: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `${hostname}:${port}`,
      connectProtocol: 'tcp',
      user,
      password,
      maxConns,
      maxIdleConns: maxConns,
      maxConnLifetime: '1h',
    },
  });
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: historyShards,
      datastores: { default: store(temporalDatabases.default, 15), visibility: store(temporalDatabases.visibility, 5) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: loopback } },
    services: servicesSeenBy(role, options.ports),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: address },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    publicClient: { hostPort: address },
    dynamicConfigClient: { filepath: dynamicConfigFile(options), pollInterval: '10s' },
  };
}

/** Every role knows all services by name; ports of others it learns from their entries in the database. */
function servicesSeenBy(role: TemporalRole, ports: TemporalServerOptions['ports']): object {
  const others = (Object.keys(temporalRoles) as TemporalRole[]).filter((each) => each !== role);
  const entries = [...others, role].map((each) => {
    const { grpc, membership } = ports[each];
    return [temporalRoles[each], { rpc: { grpcPort: grpc, membershipPort: membership, bindOnIP: loopback } }];
  });
  return Object.fromEntries(entries) as object;
}

function dynamicConfigFile({ dataDir }: TemporalServerOptions): string {
  return join(dataDir, 'dynamic.yaml');
}
