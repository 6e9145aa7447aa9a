// `npm run test:upgrade`: from the last release to this code and back while 200 invoices are paid. `-- --invoices 12`
// is what CI runs, `-- --from <commit>` begins with another release.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from './progress.ts';
import { inWords } from './test/outcome.ts';
import { runSuites } from './test/suites.ts';
import { prepareTools } from './test/tools.ts';
import { readNotes } from './testing/report.ts';
import { makeRunFolder } from './testing/run-folder.ts';

const { values } = parseArgs({
  options: { invoices: { type: 'string', default: '200' }, from: { type: 'string', default: '' } },
});
const folder = makeRunFolder();
const notesFile = join(folder.path, 'servers.jsonl');
await prepareTools();
const outcome = await runSuites({
  projects: ['upgrade'],
  filters: [],
  env: { UPGRADE_INVOICES: values.invoices, UPGRADE_FROM: values.from },
  folder: folder.path,
  notesFile,
});
for (const { name, missing } of readNotes(notesFile))
  if (missing !== undefined) say(`Skipped for want of ${name}: ${missing}`);
folder.remove();
say(inWords(outcome));
process.exit(outcome.failures.length === 0 ? 0 : 1);
