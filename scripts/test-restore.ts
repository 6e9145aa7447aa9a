// `npm run test:restore`: the restore drill with 200 invoices and 50 payouts. `-- --short` is what CI runs.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from './progress.ts';
import { inWords } from './test/outcome.ts';
import { runSuites } from './test/suites.ts';
import { prepareTools } from './test/tools.ts';
import { makeRunFolder } from './testing/run-folder.ts';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const folder = makeRunFolder();
await prepareTools();
const outcome = await runSuites({
  projects: ['restore'],
  filters: [],
  env: { RESTORE_DRILL: values.short ? 'short' : 'whole' },
  folder: folder.path,
  notesFile: join(folder.path, 'servers.jsonl'),
});
folder.remove();
say(inWords(outcome));
process.exit(outcome.failures.length === 0 ? 0 : 1);
