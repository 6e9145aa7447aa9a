import { migrate } from '../../db/schema/migrate.ts';
import { NETWORKS } from '../../domain/assets/assets.ts';
import { loadTemporalConfig } from '../../settings/load.ts';
import { bundleWorkflows } from '../../temporal/bundle.ts';
import { taskQueues } from '../../workflows/messages.ts';
import { archiveOf } from '../backup/store.ts';
import { postgresUrl, startPostgres } from '../services/postgres.ts';
import { startRabbitMq } from '../services/rabbitmq.ts';
import { prepareNamespaceAt } from '../services/temporal-namespace.ts';
import {
  prepareTemporalServer,
  startTemporalRole,
  type TemporalRole,
  type TemporalServerOptions,
  temporalDatabases,
  temporalRoles,
} from '../services/temporal-server.ts';
import type { DataFolder } from '../start/data-folder.ts';
import type { KeptServer, Layer } from '../start/keeper.ts';
import { type ProgramOutput, startProgram, workerReady } from '../start/programs.ts';
import { isReady, makeDemoData } from '../start/run-programs.ts';
import type { ClusterPorts } from './ports.ts';
import type { ClusterSigner } from './signer.ts';

/** Something that happens once before others can start. */
export interface ClusterTask {
  readonly name: string;
  /** The names of what must be finished or ready before. */
  readonly after: readonly string[];
  run(): Promise<void>;
}

/** A process of the cluster; `start` resolves once it is ready. It can be started again after it has ended. */
export interface ClusterProcess {
  readonly name: string;
  readonly layer: Layer;
  readonly after: readonly string[];
  start(): Promise<KeptServer>;
}

export interface ClusterTableOptions {
  readonly folder: Pick<DataFolder, 'file'>;
  /** Where the balancer listens. */
  readonly port: number;
  readonly ports: ClusterPorts;
  /** Where programs answer /metrics, by their name. */
  readonly metrics: Readonly<Record<string, number | undefined>>;
  /** The environment that all programs of the product share. */
  readonly env: NodeJS.ProcessEnv;
  readonly signer: ClusterSigner;
  readonly links?: ClusterLinks;
}

/** Where single processes find their servers, for tests that put something in between. */
export interface ClusterLinks {
  /** Added to the environment of a program at each of its starts. */
  readonly envOf: (program: string, env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;
  /** Where Temporal finds Postgres. */
  readonly temporalPostgresPort: number;
}

/** Everything that `npm run cluster` runs: what it is called, what it waits for, how it starts and when it is ready. */
export function clusterTable(options: ClusterTableOptions): (ClusterTask | ClusterProcess)[] {
  const { folder, ports, env, links } = options;
  const temporal: TemporalServerOptions = {
    dataDir: folder.file('temporal-server'),
    postgresUrl: postgresUrl({
      dataDir: folder.file('postgres'),
      port: links?.temporalPostgresPort ?? ports.postgres,
    }).replace(/\/[^/]*$/, ''),
    ports: temporalPorts(ports),
  };
  const address = `127.0.0.1:${ports.temporal}`;
  const roles = Object.keys(temporalRoles) as TemporalRole[];
  return [
    {
      name: 'Postgres',
      layer: 'database',
      after: [],
      start: () =>
        startPostgres({
          dataDir: folder.file('postgres'),
          port: ports.postgres,
          durability: 'durable',
          maxConnections: 300,
          logFile: logFile(folder, 'postgres'),
          ...archiveOf(process.env),
        }),
    },
    {
      name: 'RabbitMQ',
      layer: 'server',
      after: [],
      start: () =>
        startRabbitMq({
          dataDir: folder.file('rabbitmq'),
          port: ports.amqp,
          distributionPort: ports.amqpDistribution,
          epmdPort: ports.epmd,
          logFile: logFile(folder, 'rabbitmq'),
        }),
    },
    // One process packs the workflows, so that not each worker does.
    { name: 'workflows', after: [], run: async () => void (await bundleWorkflows()) },
    { name: 'schema', after: ['Postgres'], run: async () => void (await migrate(env.DATABASE_URL ?? '')) },
    { name: 'temporal-schema', after: ['Postgres'], run: () => prepareTemporalServer(temporal) },
    ...roles.map(
      (role): ClusterProcess => ({
        name: `temporal-${role}`,
        layer: 'server',
        // The first role to run fills the tables of a new server; two at once would disturb each other.
        after: role === 'frontend' ? ['temporal-schema'] : ['temporal-frontend'],
        start: () => startTemporalRole(role, { ...temporal, logFile: logFile(folder, `temporal-${role}`) }),
      }),
    ),
    {
      name: 'namespace',
      after: roles.map((role) => `temporal-${role}`),
      run: () =>
        prepareNamespaceAt(loadTemporalConfig({ ...env, TEMPORAL_ADDRESS: address }), {
          visibilityUrl: `${temporal.postgresUrl}/${temporalDatabases.visibility}`,
        }),
    },
    { name: 'demo data', after: ['schema'], run: () => makeDemoData(folder, env) },
    ...programs(options),
  ];
}

/** The queues of each worker process: two share the workflows, one follows the chains, one does the rest. */
const workerQueues: Readonly<Record<string, readonly string[]>> = {
  'worker-core-1': [taskQueues.core],
  'worker-core-2': [taskQueues.core],
  'worker-chains': [taskQueues.simulator, ...NETWORKS.map(taskQueues.chain)],
  'worker-rest': [
    taskQueues.rates,
    taskQueues.webhooks,
    taskQueues.verification,
    taskQueues.cardPartner,
    taskQueues.treasury,
  ],
};

/** The programs that answer /metrics on a port of their own. */
export const programsWithMetrics: readonly string[] = ['api-1', 'api-2', ...Object.keys(workerQueues), 'signer'];

function programs({ folder, port, ports, metrics, env, signer, links }: ClusterTableOptions): ClusterProcess[] {
  const program = (
    name: string,
    entry: string,
    rest: {
      readonly env: NodeJS.ProcessEnv;
      readonly after: readonly string[];
      readonly ready: (output: ProgramOutput) => Promise<boolean>;
    },
  ): ClusterProcess => {
    const metricsPort = metrics[name];
    const own = metricsPort === undefined ? rest.env : { ...rest.env, METRICS_PORT: String(metricsPort) };
    return {
      name,
      layer: 'program',
      after: rest.after,
      start: () =>
        startProgram({
          name,
          entry,
          logFile: logFile(folder, name),
          ready: rest.ready,
          env: { ...own, ...links?.envOf(name, own) },
        }),
    };
  };
  const worker = (name: string, queues: readonly string[], own: NodeJS.ProcessEnv = {}) =>
    program(name, 'temporal/worker.ts', {
      env: { ...env, ...own, WORKER_QUEUES: queues.join() },
      after: ['schema', 'workflows', 'namespace', 'RabbitMQ'],
      ready: async (output) => output.lines.has(workerReady),
    });
  const api = (name: string, apiPort: number) =>
    program(name, 'api/server.ts', {
      env: { ...env, PORT: String(apiPort), HOST: '127.0.0.1', DRAIN_SECONDS: '1', TRUST_PROXY: '127.0.0.1/32' },
      after: ['schema'],
      ready: () => isReady(apiPort),
    });
  const upstreams = [ports.api1, ports.api2].map((each) => `http://127.0.0.1:${each}`).join();
  return [
    ...Object.entries(workerQueues).map(([name, queues]) => worker(name, queues)),
    worker('signer', [taskQueues.signer], signer.env),
    api('api-1', ports.api1),
    api('api-2', ports.api2),
    program('bank', 'scripts/bank-simulator.ts', { env, after: [], ready: async () => true }),
    ...(env.CARD_SIMULATOR_PORT === undefined
      ? []
      : [program('card-partner', 'scripts/card-partner-simulator.ts', { env, after: [], ready: async () => true })]),
    program('balancer', 'scripts/balancer.ts', {
      env: { ...process.env, PORT: String(port), HOST: env.HOST, UPSTREAMS: upstreams },
      after: ['api-1', 'api-2'],
      ready: () => isReady(port),
    }),
  ];
}

function temporalPorts(ports: ClusterPorts): TemporalServerOptions['ports'] {
  return {
    frontend: { grpc: ports.temporal, membership: ports.temporalMembership },
    'history-1': { grpc: ports.history1, membership: ports.history1Membership },
    'history-2': { grpc: ports.history2, membership: ports.history2Membership },
    matching: { grpc: ports.matching, membership: ports.matchingMembership },
    worker: { grpc: ports.temporalWorker, membership: ports.temporalWorkerMembership },
  };
}

function logFile(folder: Pick<DataFolder, 'file'>, name: string): string {
  return folder.file('logs', `${name}.log`);
}
