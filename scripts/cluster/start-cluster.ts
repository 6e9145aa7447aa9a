import { mkdirSync } from 'node:fs';
import { say } from '../progress.ts';
import { postgresUrl } from '../services/postgres.ts';
import type { Started } from '../start/announce.ts';
import { choosePorts } from '../start/chosen-ports.ts';
import type { StartUp } from '../start/conduct.ts';
import { programEnvironment } from '../start/environment.ts';
import { startMail } from '../start/mail.ts';
import { metricsInWords, metricsPorts } from '../start/metrics-ports.ts';
import { readSeeded } from '../start/run-programs.ts';
import { type ClusterPorts, clusterPorts } from './ports.ts';
import { keptSigner } from './signer.ts';
import { startInOrder } from './start-in-order.ts';
import { type ClusterLinks, type ClusterProcess, clusterTable, programsWithMetrics } from './table.ts';

/** Where and with what a cluster starts. */
export interface ClusterStart extends Pick<StartUp, 'port' | 'closers'> {
  readonly folder: Pick<StartUp['folder'], 'file' | 'path'>;
  /** Starts a process of the table and keeps or records it; resolves once it is ready. */
  readonly start: (process: ClusterProcess) => Promise<unknown>;
  /** Added to the environment of all programs. */
  readonly env?: NodeJS.ProcessEnv;
  /** Called before anything starts. */
  readonly links?: (ports: ClusterPorts) => Promise<ClusterLinks>;
}

/** Starts everything that the table of the cluster names, in its order. */
export async function startCluster({ folder, port, closers, start, env = {}, links }: ClusterStart): Promise<Started> {
  const ports = await choosePorts(folder.file('ports.json'), clusterPorts);
  const metrics = await metricsPorts(programsWithMetrics, { ...process.env, ...env });
  mkdirSync(folder.file('postgres'), { recursive: true });
  const mail = await startMail({ ports, closers });
  const servers = {
    databaseUrl: postgresUrl({ dataDir: folder.file('postgres'), port: ports.postgres }),
    temporalAddress: `127.0.0.1:${ports.temporal}`,
    smtpUrl: mail.smtpUrl,
  };
  const table = clusterTable({
    folder,
    port,
    ports,
    metrics,
    links: links === undefined ? undefined : await links(ports),
    env: {
      ...programEnvironment({ folder, port, ports: { ...ports, ...metrics }, servers }),
      AMQP_URL: `amqp://guest:guest@127.0.0.1:${ports.amqp}`,
      ...env,
      METRICS_PORT: undefined,
    },
    signer: await keptSigner(folder.file('signer')),
  });
  await startInOrder(table, start);
  const where = metricsInWords(metrics);
  if (where !== undefined) say(where);
  return { url: `http://localhost:${port}`, temporal_ui: null, mail_ui: mail.mailUi, ...readSeeded(folder) };
}
