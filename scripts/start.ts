// `npm start`: everything Tidegate needs on one machine, in one command.
import '../db/core/require-node.ts';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../db/schema/migrate.ts';
import { say, seconds, timed } from './progress.ts';
import type { Started } from './start/announce.ts';
import { choosePorts, serverPorts } from './start/chosen-ports.ts';
import { conduct, type StartUp } from './start/conduct.ts';
import { programEnvironment } from './start/environment.ts';
import { buildFrontEnds } from './start/front-ends.ts';
import { requireKeyFiles } from './start/key-files.ts';
import { metricsInWords, metricsPorts } from './start/metrics-ports.ts';
import {
  makeDemoMoney,
  programsOf,
  readSeeded,
  restartWorkflows,
  runPrograms,
  takeSignerKeys,
} from './start/run-programs.ts';
import { startServers } from './start/servers.ts';

const signerKeys = takeSignerKeys(process.env);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

await conduct('npm start', startAll);

async function startAll({ folder, keeper, port, closers }: StartUp): Promise<Started> {
  const ports = await choosePorts(folder.file('ports.json'), serverPorts);
  const metrics = await metricsPorts(programsOf(process.env, signerKeys), process.env);
  // Only the API needs the front ends; everything else starts while they are built.
  const frontEnds = buildFrontEnds(root);
  frontEnds.catch(() => {});
  const servers = await startServers({ folder, keeper, ports, closers, afterDatabase: updateSchema });
  await requireKeyFiles(servers.databaseUrl, folder);
  const env = programEnvironment({ folder, port, ports: { ...ports, ...metrics }, servers });
  await runPrograms({ folder, keeper, port, env, signerKeys, metrics, beforeApi: frontEnds });
  if (servers.temporalIsNew) await restartWorkflows(env);
  await timed('demo money', () => makeDemoMoney(env)).catch((error: unknown) =>
    say(`The demo money could not be made: ${String(error)}`),
  );
  const where = metricsInWords(metrics);
  if (where !== undefined) say(where);
  return {
    url: `http://localhost:${port}`,
    temporal_ui: servers.temporalUi,
    mail_ui: servers.mailUi,
    ...readSeeded(folder),
  };
}

async function updateSchema(databaseUrl: string): Promise<void> {
  const startedMs = Date.now();
  const ran = await migrate(databaseUrl);
  if (ran.length === 0) return;
  const last = ran.at(-1)?.replace(/\.sql$/, '');
  say(`  Schema is up to date (${last}) after ${seconds(Date.now() - startedMs)}: ${ran.length} migrations`);
}
