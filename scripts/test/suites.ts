import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../process/managed.ts';

const root = join(import.meta.dirname, '..', '..');

/** How many tests of a run had which outcome. */
export interface TestTotals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** False too when a file could not be loaded or a set-up failed, which counts as a failure. */
  readonly succeeded: boolean;
}

/** What vitest's JSON report holds, as far as it is read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly success: boolean;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

export interface SuiteOptions {
  readonly projects: readonly string[];
  readonly filters: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Where reports go while they are needed. */
  readonly folder: string;
  /** Where set-ups note the servers they use. */
  readonly notesFile: string;
}

/** {@link runSuites} of several runs side by side; each line says whose it is. */
export async function runSideBySide(runs: readonly SuiteOptions[]): Promise<TestTotals> {
  const names = runs.map(({ projects }) => projects.join('+'));
  const width = Math.max(...names.map((name) => name.length));
  const totals = runs.map((run, at) => runSuites(run, `${names[at]?.padEnd(width)} | `));
  return (await Promise.all(totals)).reduce(sum);
}

/** What two runs come to together. */
export function sum(one: TestTotals, other: TestTotals): TestTotals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    succeeded: one.succeeded && other.succeeded,
  };
}

/** Runs vitest on the given projects, showing its progress, and reads the totals from its report. */
export async function runSuites(options: SuiteOptions, prefix = ''): Promise<TestTotals> {
  const reportFile = join(options.folder, `${options.projects.join('-')}.json`);
  const vitest = await startProcess({
    name: 'vitest',
    command: process.execPath,
    args: [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...options.projects.map((project) => `--project=${project}`),
      '--passWithNoTests',
      '--reporter=default',
      `--reporter=${join(import.meta.dirname, 'unsteady-reporter.ts')}`,
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...options.filters,
    ],
    cwd: root,
    env: { ...process.env, ...options.env, TIDEGATE_TEST_REPORT: options.notesFile },
    stopSignal: 'SIGINT',
    stopTimeoutMs: 30_000,
    onLine: (line) => process.stdout.write(`${prefix}${line}\n`),
  });
  const { code } = await vitest.exited;
  return readTotals(reportFile, code === 0);
}

function readTotals(reportFile: string, exitedWell: boolean): TestTotals {
  if (!existsSync(reportFile)) return { passed: 0, failed: exitedWell ? 0 : 1, skipped: 0, succeeded: exitedWell };
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !exitedWell ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    succeeded: exitedWell && report.success,
  };
}
