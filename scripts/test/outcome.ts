import { seconds } from '../progress.ts';

/** How the tests of a run ended. */
export interface TestOutcome {
  readonly passed: number;
  readonly skipped: number;
  /** Each test, set-up or file that failed, and each error outside of them. */
  readonly failures: readonly TestFailure[];
  /**
   * Tests that passed only at a second try, with the error of the first: such a test, or the code it tests, has a race
   * condition to fix.
   */
  readonly unsteady: readonly TestFailure[];
  /** How long each file took, its imports included; while others ran beside it, on a machine of its size. */
  readonly files: readonly FileTime[];
}

export interface FileTime {
  readonly file: string;
  readonly tookMs: number;
}

export interface TestFailure {
  /** File and full name of the test, or who else failed. */
  readonly who: string;
  /** The message of its first error. */
  readonly message: string;
}

/** The environment variable that names the file into which the reporter writes the outcome, as JSON. */
export const OUTCOME_FILE = 'TIDEGATE_TEST_OUTCOME';

/** The sum of several runs. */
export function sum(outcomes: readonly TestOutcome[]): TestOutcome {
  const total = (count: (outcome: TestOutcome) => number) =>
    outcomes.reduce((whole, outcome) => whole + count(outcome), 0);
  return {
    passed: total(({ passed }) => passed),
    skipped: total(({ skipped }) => skipped),
    failures: outcomes.flatMap(({ failures }) => failures),
    unsteady: outcomes.flatMap(({ unsteady }) => unsteady),
    files: outcomes.flatMap(({ files }) => files),
  };
}

/** The outcome in the last lines of a run: whatever failed by name, then the totals. */
export function inWords({ passed, skipped, failures, unsteady }: TestOutcome): string {
  return [
    ...unsteady.map((test) => `Passed only at the second try: ${named(test)}`),
    ...failures.map((failure) => `Failed: ${named(failure)}`),
    `${passed} passed, ${failures.length} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`,
  ].join('\n');
}

const SHOWN_FILES = 10;

/** The files that took longest, longest first, a line each. */
export function slowestInWords({ files }: Pick<TestOutcome, 'files'>): string {
  return [...files]
    .sort((one, other) => other.tookMs - one.tookMs)
    .slice(0, SHOWN_FILES)
    .map(({ file, tookMs }) => `${seconds(tookMs).padStart(9)}  ${file}`)
    .join('\n');
}

const SHOWN_CHARACTERS = 1_500;

function named({ who, message }: TestFailure): string {
  const shown = message.length > SHOWN_CHARACTERS ? `${message.slice(0, SHOWN_CHARACTERS)}…` : message;
  return `${who}: ${shown.replaceAll('\n', '\n    ')}`;
}
