// `npm test`: every check and every test. Arguments narrow the tests: `npm test -- domain`.
import '../db/require-node.ts';
import { join } from 'node:path';
import { say, seconds } from './progress.ts';
import { type CheckResult, runChecks } from './test/checks.ts';
import { inWords, sum, type TestOutcome } from './test/outcome.ts';
import { runSideBySide, runSuites } from './test/suites.ts';
import { prepareTools } from './test/tools.ts';
import { readNotes, type ServerNote } from './testing/report.ts';
import { makeRunFolder } from './testing/run-folder.ts';

/** How many products are tested at once, on the two cores of a small machine. */
const MOST_PRODUCTS = 2;

const filters = process.argv.slice(2);
const startedMs = Date.now();

stopOnSignals();
const folder = makeRunFolder();
const checks = filters.length === 0 ? await runAllChecks() : [];
if (filters.length === 0) await prepareTools();
say('\nTests…');
const run = {
  filters,
  env: { FAULT_ROUNDS: '1' },
  folder: folder.path,
  notesFile: join(folder.path, 'servers.jsonl'),
};
const parts = await runSuites({ ...run, projects: ['unit', 'servers', 'pages'] });
// These wait for blocks, pages and restarts much of their time, but each has a product of its own, and the start of one
// starves the others when there are too many. The longest come first. The faults take long: once each under CI, and all
// of them by `npm run test:faults`.
const wholes = await runSideBySide(
  (process.env.CI ? ['faults', 'e2e', 'upgrade', 'alone', 'restore'] : ['e2e', 'alone']).map((project) => ({
    ...run,
    projects: [project],
  })),
  MOST_PRODUCTS,
);
const outcome = sum([parts, wholes]);
const notes = readNotes(run.notesFile);
folder.remove();
summarise({ checks, outcome, notes });

async function runAllChecks(): Promise<CheckResult[]> {
  say('Checks of the code…');
  return runChecks();
}

function summarise({
  checks,
  outcome,
  notes,
}: {
  checks: CheckResult[];
  outcome: TestOutcome;
  notes: ServerNote[];
}): void {
  const used = notes.filter((note) => note.origin !== undefined);
  const missing = notes.filter((note) => note.missing !== undefined);
  const failedChecks = checks.filter((check) => !check.passed);
  say(`\nTook ${seconds(Date.now() - startedMs)}.`);
  if (used.length > 0)
    say(`Servers used: ${used.map((note) => `${note.name} (${originInWords(note.origin)})`).join(', ')}.`);
  for (const note of missing) say(`Skipped for want of ${note.name}: ${note.missing}`);
  if (failedChecks.length > 0) say(`Failed checks: ${failedChecks.map((check) => check.name).join(', ')}.`);
  say(inWords(outcome));
  process.exit(outcome.failures.length === 0 && failedChecks.length === 0 ? 0 : 1);
}

function originInWords(origin = ''): string {
  const words: Record<string, string> = {
    env: 'by environment',
    path: 'on the PATH',
    package: 'from npm',
    cache: 'from the cache',
    built: 'built now',
  };
  return words[origin] ?? origin;
}

/** The guard ends what was started; the run folder is swept by the next run. */
function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
  process.on('disconnect', () => process.exit(130));
  process.channel?.unref();
  process.stdout.on('error', () => {});
}
