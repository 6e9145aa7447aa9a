// `npm run test:cluster`: tests on the cluster of `npm run cluster`, whose parts are stopped and killed.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { say } from './progress.ts';
import { inWords } from './test/outcome.ts';
import { runSuites } from './test/suites.ts';
import { makeRunFolder } from './testing/run-folder.ts';
import { isFound } from './toolchain/found.ts';
import { ensureRabbitMq } from './toolchain/rabbitmq.ts';
import { ensureTemporalServer } from './toolchain/temporal-server.ts';

// The build takes minutes, for which no time limit of a test allows.
const temporal = await ensureTemporalServer();
const broker = await ensureRabbitMq();
const missing = 'missing' in temporal ? temporal.missing : isFound(broker) ? undefined : broker.missing;
if (missing !== undefined) {
  say(missing);
  process.exit(1);
}
const folder = makeRunFolder();
const outcome = await runSuites({
  projects: ['cluster'],
  filters: process.argv.slice(2),
  folder: folder.path,
  notesFile: join(folder.path, 'servers.jsonl'),
});
folder.remove();
say(inWords(outcome));
process.exit(outcome.failures.length === 0 ? 0 : 1);
