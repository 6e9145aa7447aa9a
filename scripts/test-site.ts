// `npm run test:site`: Lighthouse audits ten public pages as a phone shows them, speed included, and every page that a
// visitor can reach is opened at all widths. Takes some minutes on an idle machine.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { say } from './progress.ts';
import { inWords, sum } from './test/outcome.ts';
import { runSuites } from './test/suites.ts';
import { makeRunFolder } from './testing/run-folder.ts';

const folder = makeRunFolder();
const env = { SITE_AUDIT: 'whole' };
const notesFile = join(folder.path, 'servers.jsonl');
const common = { env, folder: folder.path, notesFile };
// One after the other: speed is measured while nothing else runs.
const outcome = sum([
  await runSuites({ ...common, projects: ['servers'], filters: ['site/quality'] }),
  await runSuites({ ...common, projects: ['e2e'], filters: ['e2e/journeys/crawl'] }),
]);
folder.remove();
say(inWords(outcome));
process.exit(outcome.failures.length === 0 ? 0 : 1);
