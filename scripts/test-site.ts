// `npm run test:site`: Lighthouse looks at ten public pages as a phone shows them, speed included. Runs a minute or two
// on a machine that does nothing else.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { say } from './progress.ts';
import { inWords } from './test/outcome.ts';
import { runSuites } from './test/suites.ts';
import { makeRunFolder } from './testing/run-folder.ts';

const folder = makeRunFolder();
const outcome = await runSuites({
  projects: ['servers'],
  filters: ['site/quality'],
  env: { SITE_AUDIT: 'whole' },
  folder: folder.path,
  notesFile: join(folder.path, 'servers.jsonl'),
});
folder.remove();
say(inWords(outcome));
process.exit(outcome.failures.length === 0 ? 0 : 1);
