// `npm run test:long`: the property tests with ten times as many examples as in `npm test`, and screens in every look
// (`expectAccessibleLook`). `-- domain/state` takes some files. A property with a variable of its own (MONEY_EXAMPLES)
// tries as many as that says.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { say, seconds } from './progress.ts';
import { longFiles } from './test/long-files.ts';
import { inWords, slowestInWords, sum } from './test/outcome.ts';
import { stopOnSignals } from './test/stop-on-signals.ts';
import { runSuites } from './test/suites.ts';
import { makeRunFolder } from './testing/run-folder.ts';

const TIMES_AS_MANY = '10';

const root = process.cwd();
const files = longFiles(root, process.argv.slice(2));
if (files.length === 0) {
  say('No property test and no test of screens has a path with any of these parts.');
  process.exit(64);
}

stopOnSignals();
const startedMs = Date.now();
const folder = makeRunFolder();
const run = {
  root,
  filters: files,
  env: { EXAMPLES_FACTOR: process.env.EXAMPLES_FACTOR ?? TIMES_AS_MANY },
  folder: folder.path,
  notesFile: join(folder.path, 'servers.jsonl'),
};
// One after the other: each keeps all processors busy.
const outcome = sum([
  await runSuites({ ...run, projects: ['unit'] }, 'unit    | '),
  await runSuites({ ...run, projects: ['servers'] }, 'servers | '),
  await runSuites({ ...run, projects: ['pages'] }, 'pages   | '),
]);
folder.remove();
say(`\nThe files that took longest:\n${slowestInWords(outcome)}`);
say(`\nTook ${seconds(Date.now() - startedMs)}.`);
say(inWords(outcome));
process.exit(outcome.failures.length === 0 ? 0 : 1);
