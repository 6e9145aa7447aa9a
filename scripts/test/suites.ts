import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { cacheSubfolder } from '../cache.ts';
import { startProcess } from '../process/managed.ts';
import { programEnv } from '../start/node-options.ts';
import { OUTCOME_FILE, sum, type TestOutcome } from './outcome.ts';

/** The folder in which vitest keeps how long files took, so that it begins with the longest (vitest.config.ts). */
const VITEST_CACHE = 'TIDEGATE_VITEST_CACHE';

const root = join(import.meta.dirname, '..', '..');

export interface SuiteOptions {
  /** The folder whose tests run, with a `vitest.config.ts` of its own; ours when absent. */
  readonly root?: string;
  /** Names of projects; all when there is none. */
  readonly projects: readonly string[];
  /** Parts of paths, and options of vitest. */
  readonly filters: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Where outcomes go while they are needed. */
  readonly folder: string;
  /** Where set-ups note the servers they use. */
  readonly notesFile: string;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
}

/** {@link runSuites} of several runs, as many side by side as `most`; each line says whose it is. */
export async function runSideBySide(runs: readonly SuiteOptions[], most: number): Promise<TestOutcome> {
  const limit = pLimit(most);
  const outcomes = runs.map((run) => limit(() => runSuites(run, `${run.projects.join('+').padEnd(NAME_WIDTH)} | `)));
  return sum(await Promise.all(outcomes));
}

/** The longest name of a suite. */
const NAME_WIDTH = 'upgrade'.length;

/**
 * Runs vitest on the given projects, showing its progress, and reads their outcome. A run that ends badly has a failure
 * in any case.
 */
export async function runSuites(options: SuiteOptions, prefix = ''): Promise<TestOutcome> {
  const name = options.projects.join('-') || 'all';
  const outcomeFile = join(options.folder, `${name}.json`);
  const vitest = await startProcess({
    name: 'vitest',
    command: process.execPath,
    args: [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...options.projects.map((project) => `--project=${project}`),
      '--passWithNoTests',
      '--reporter=default',
      `--reporter=${join(import.meta.dirname, 'outcome-reporter.ts')}`,
      ...options.filters,
    ],
    cwd: options.root ?? root,
    // Tests start hundreds of our programs.
    env: programEnv({
      ...process.env,
      ...options.env,
      TIDEGATE_TEST_REPORT: options.notesFile,
      [OUTCOME_FILE]: outcomeFile,
      // One folder for each suite: at its end, vitest overwrites how long each file took.
      [VITEST_CACHE]: cacheSubfolder('vitest', name),
    }),
    stopSignal: 'SIGINT',
    stopTimeoutMs: 30_000,
    onLine: (line) => process.stdout.write(`${prefix}${line}\n`),
  });
  const stop = () => void vitest.stop();
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted) stop();
  const { code } = await vitest.exited;
  options.signal?.removeEventListener('abort', stop);
  const outcome = readOutcome(outcomeFile);
  if (code === 0 || outcome.failures.length > 0) return outcome;
  const failure = {
    who: options.projects.join(', ') || 'vitest',
    message: `vitest ended with exit code ${code}, naming no failure.`,
  };
  return { ...outcome, failures: [failure] };
}

function readOutcome(file: string): TestOutcome {
  if (!existsSync(file)) return { passed: 0, skipped: 0, failures: [], unsteady: [], files: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as TestOutcome;
}
