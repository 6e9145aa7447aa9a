import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { TestCluster } from '../../scripts/testing/cluster.ts';
import { until } from '../../scripts/testing/until.ts';
import { familyProcessorMs } from './cpu-share.ts';

/** The cost of one piece of work to a cluster, without the cluster's idle load. */
export interface Cost {
  /** Statements in Temporal's databases. */
  readonly statements: number;
  /** Of the table that Temporal lists workflows from, with its indexes. */
  readonly visibilityBytes: number;
  /** Processor time by part of the cluster, in milliseconds. */
  readonly processorMs: ReadonlyMap<string, number>;
  /** How much each database grows. */
  readonly databaseBytes: ReadonlyMap<string, number>;
}

export interface Meter {
  /** The cost of each of the `count` pieces that `work` processes. */
  measure(count: number, work: () => Promise<void>): Promise<Cost>;
}

const IDLE_MS = 30_000;
/** Temporal does its last work on a workflow a while after it has ended. */
const SETTLING_MS = 10_000;
const VISIBILITY = 'temporal_visibility';
const DATABASES = ['tidegate', 'temporal', VISIBILITY] as const;

/** Processes that grow together. */
const PARTS: readonly (readonly [part: string, names: RegExp])[] = [
  ['the APIs', /^api-/],
  ['the balancer', /^balancer$/],
  ['the core workers', /^worker-core-/],
  ['the other workers', /^(worker-(chains|rest)|signer)$/],
  ['Temporal', /^temporal-/],
  ['RabbitMQ', /^RabbitMQ$/],
  ['Postgres', /^Postgres$/],
];

interface Reading {
  readonly atMs: number;
  readonly statements: number;
  readonly processorMs: ReadonlyMap<string, number>;
}

/** Measures a cluster, whose Postgres is started again so that it counts statements. */
export async function openMeter(cluster: TestCluster): Promise<Meter> {
  await query(cluster, 'postgres', "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await cluster.process('Postgres').stop();
  await cluster.process('Postgres').start();
  await query(cluster, 'postgres', 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await until(async () => (await fetch(`${cluster.started.url}/health/ready`)).ok, 'an API is ready');
  await pause(SETTLING_MS);
  const idleFrom = await read(cluster);
  await pause(IDLE_MS);
  const idle = between(idleFrom, await read(cluster));
  return {
    async measure(count, work) {
      const sizes = await readSizes(cluster);
      const from = await read(cluster);
      await work();
      await pause(SETTLING_MS);
      const used = between(from, await read(cluster));
      const after = await readSizes(cluster);
      const each = (key: string, value: number, anyway: number) =>
        [key, (value - (anyway * used.atMs) / idle.atMs) / count] as const;
      return {
        statements: each('', used.statements, idle.statements)[1],
        visibilityBytes:
          ((after.get('executions_visibility') ?? 0) - (sizes.get('executions_visibility') ?? 0)) / count,
        processorMs: new Map(
          [...used.processorMs].map(([part, ms]) => each(part, ms, idle.processorMs.get(part) ?? 0)),
        ),
        databaseBytes: new Map(
          DATABASES.map((name) => [name, ((after.get(name) ?? 0) - (sizes.get(name) ?? 0)) / count]),
        ),
      };
    },
  };
}

function between(from: Reading, to: Reading): Reading {
  return {
    atMs: to.atMs - from.atMs,
    statements: to.statements - from.statements,
    processorMs: new Map([...to.processorMs].map(([part, ms]) => [part, ms - (from.processorMs.get(part) ?? 0)])),
  };
}

async function read(cluster: TestCluster): Promise<Reading> {
  const [row] = await query<{ calls: string }>(
    cluster,
    'postgres',
    `SELECT sum(calls) AS calls FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
      WHERE datname LIKE 'temporal%' AND query !~* '^ *(begin|commit|rollback|vacuum)'`,
  );
  const processorMs = new Map(
    PARTS.map(([part, names]) => {
      const pids = cluster.names.filter((name) => names.test(name)).map((name) => cluster.process(name).pid());
      return [part, pids.reduce((sum, pid) => sum + familyProcessorMs(pid), 0)];
    }),
  );
  return { atMs: performance.now(), statements: Number(row?.calls), processorMs };
}

/** The stored bytes, without the space that vacuum frees. */
async function readSizes(cluster: TestCluster): Promise<ReadonlyMap<string, number>> {
  await query(cluster, VISIBILITY, 'VACUUM FULL executions_visibility');
  const sizes = await query<{ name: string; bytes: string }>(
    cluster,
    'postgres',
    'SELECT datname AS name, pg_database_size(datname) AS bytes FROM pg_database',
  );
  const visibility = await query<{ name: string; bytes: string }>(
    cluster,
    VISIBILITY,
    "SELECT 'executions_visibility' AS name, pg_total_relation_size('executions_visibility') AS bytes",
  );
  return new Map([...sizes, ...visibility].map(({ name, bytes }) => [name, Number(bytes)]));
}

async function query<Row>(cluster: TestCluster, database: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl.replace(/\/[^/]*$/, `/${database}`) });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
