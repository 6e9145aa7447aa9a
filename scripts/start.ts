// `npm start`: everything Tidegate needs on one machine, in one command.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../db/migrate.ts';
import { say } from './progress.ts';
import type { Started } from './start/announce.ts';
import { choosePorts, serverPorts } from './start/chosen-ports.ts';
import { conduct, type StartUp } from './start/conduct.ts';
import { programEnvironment } from './start/environment.ts';
import { buildFrontEnds } from './start/front-ends.ts';
import { readSeeded, runPrograms, takeSignerKeys } from './start/run-programs.ts';
import { startServers } from './start/servers.ts';

const signerKeys = takeSignerKeys(process.env);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

await conduct('npm start', startAll);

async function startAll({ folder, keeper, port, closers }: StartUp): Promise<Started> {
  const ports = await choosePorts(folder.file('ports.json'), serverPorts);
  const [servers] = await Promise.all([
    startServers({
      folder,
      keeper,
      ports,
      closers,
      afterDatabase: updateSchema,
    }),
    buildFrontEnds(root),
  ]);
  const env = programEnvironment({ folder, port, ports, servers });
  await runPrograms({ folder, keeper, port, env, signerKeys });
  return {
    url: `http://localhost:${port}`,
    temporal_ui: servers.temporalUi,
    mail_ui: servers.mailUi,
    ...readSeeded(folder),
  };
}

async function updateSchema(databaseUrl: string): Promise<void> {
  const ran = await migrate(databaseUrl);
  if (ran.length > 0) say(`  Schema brought up to date: ${ran.join(', ')}`);
}
