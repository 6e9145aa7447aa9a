// `npm run test:faults`: kills every server again and again while invoices are paid and payouts leave, at random
// moments and at each step of sending, and spoils what nodes answer. `-- --rounds 3` says how often each is killed at
// random, `-- --only payouts-on-nodes` takes some files, `-- --only cluster` the cluster with every part of it.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from './progress.ts';
import { inWords } from './test/outcome.ts';
import { runSuites } from './test/suites.ts';
import { prepareTools } from './test/tools.ts';
import { makeRunFolder } from './testing/run-folder.ts';
import { ensureTemporalServer } from './toolchain/temporal-server.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '12' }, only: { type: 'string', default: '' } },
});
const folder = makeRunFolder();
await prepareTools();
// The build takes minutes, for which no time limit of a test allows.
const temporal = await ensureTemporalServer();
if ('missing' in temporal) say(temporal.missing);
const outcome = await runSuites({
  projects: ['faults', 'cluster'],
  filters: values.only === '' ? [] : [values.only],
  env: { FAULT_ROUNDS: values.rounds, FAULT_MATRIX: 'whole' },
  folder: folder.path,
  notesFile: join(folder.path, 'servers.jsonl'),
});
folder.remove();
say(inWords(outcome));
process.exit(outcome.failures.length === 0 ? 0 : 1);
