// `npm test`: every check and every test. Arguments narrow the tests: `npm test -- domain`. `npm test -- --changed`
// runs what a change since the last commit can reach, `npm test -- --changed=main` since another commit.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { say, seconds } from './progress.ts';
import { changedSince, reachesProduct } from './test/changed.ts';
import { type CheckResult, runChecks } from './test/checks.ts';
import { inWords, slowestInWords, sum, type TestOutcome } from './test/outcome.ts';
import { stopOnSignals } from './test/stop-on-signals.ts';
import { runSideBySide, type SuiteOptions } from './test/suites.ts';
import { prepareTools } from './test/tools.ts';
import { readNotes, type ServerNote } from './testing/report.ts';
import { makeRunFolder } from './testing/run-folder.ts';

/** How many suites run at once beside the unit and server tests, on the two cores of a small machine. */
const MOST_BESIDE = 2;

/**
 * These wait for blocks, pages and restarts much of their time, but each has a product of its own, and the start of one
 * starves the others when there are too many. The longest come first. The faults take long: once each under CI, and all
 * of them by `npm run test:faults`.
 */
const PRODUCT_SUITES = process.env.CI ? ['faults', 'e2e', 'upgrade', 'alone', 'restore'] : ['e2e', 'alone'];

/** How many of them begin before the pages. */
const LONGEST_PRODUCTS = 2;

const filters = process.argv.slice(2);
const changed = changedSince(filters);
const isWhole = filters.length === 0;
const startedMs = Date.now();

stopOnSignals();
const folder = makeRunFolder();
const run = {
  filters,
  env: { FAULT_ROUNDS: '1' },
  folder: folder.path,
  notesFile: join(folder.path, 'servers.jsonl'),
};

// Products and browsers wait much of their time; what needs the processors all the time runs beside them.
const [waiting, { checks, parts }] = await Promise.all([testProductsAndPages(), checkAndTestParts()]);
const outcome = sum([parts, waiting]);
const notes = readNotes(run.notesFile);
folder.remove();
summarise({ checks, outcome, notes });

async function testProductsAndPages(): Promise<TestOutcome> {
  const isReached = changed === undefined || reachesProduct(changed);
  if (isWhole) await prepareTools();
  // The reach of the change was decided above: a journey imports none of the programs that it starts.
  const products = isReached
    ? PRODUCT_SUITES.map(suite).map((one) => (changed === undefined ? one : { ...one, filters: [] }))
    : [];
  // After the longest products: the pages then end with the server tests instead of beginning after them.
  return runSideBySide(products.toSpliced(LONGEST_PRODUCTS, 0, suite('pages')), MOST_BESIDE);
}

async function checkAndTestParts(): Promise<{ checks: CheckResult[]; parts: TestOutcome }> {
  const checks = isWhole || changed !== undefined ? await runChecks() : [];
  return { checks, parts: await runSideBySide(['unit', 'servers'].map(suite), 1) };
}

function suite(project: string): SuiteOptions {
  return { ...run, projects: [project] };
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
  if (outcome.files.length > 0) say(`\nThe files that took longest:\n${slowestInWords(outcome)}`);
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
