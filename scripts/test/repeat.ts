import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type ManagedProcess, startProcess } from '../process/managed.ts';
import { inWords, type TestOutcome } from './outcome.ts';

/** The tests to repeat. */
export interface Repetition {
  /** Parts of paths of test files. */
  readonly files: readonly string[];
  readonly times: number;
  /** Whether the processors are kept busy meanwhile. */
  readonly busy: boolean;
  /** When this time is over, the run under way is stopped. */
  readonly minutes: number;
}

/** @throws Error that says what is wrong with the arguments */
export function repetitionFrom(args: readonly string[]): Repetition {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      times: { type: 'string', short: 'n', default: '20' },
      busy: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '60' },
    },
  });
  if (positionals.length === 0) throw new Error('Name a test file, as in: npm run test:repeat -- <file> -n 20 --busy');
  return {
    files: positionals,
    times: wholeNumber('-n', values.times, 1_000),
    busy: values.busy,
    minutes: wholeNumber('--minutes', values.minutes, 1_440),
  };
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new Error(`${option} is a whole number from 1 to ${most}, not "${text}".`);
}

/** How the runs ended. */
export interface RepeatOutcome {
  readonly passed: number;
  readonly failed: number;
  /** Of the first run that failed. */
  readonly firstFailure?: string;
}

/** Runs so often, one after the other, until the signal says that the time is over. */
export async function repeat(
  times: number,
  signal: AbortSignal,
  runOnce: (nth: number) => Promise<TestOutcome>,
): Promise<RepeatOutcome> {
  let outcome: RepeatOutcome = { passed: 0, failed: 0 };
  for (let nth = 1; nth <= times && !signal.aborted; nth += 1) {
    const run = await runOnce(nth);
    // A run that the time limit cut off neither passed nor failed.
    if (signal.aborted) break;
    outcome = counted(outcome, run);
  }
  return outcome;
}

/** A test that passed only at a second try failed, and a run without a test proves nothing. */
function counted(before: RepeatOutcome, run: TestOutcome): RepeatOutcome {
  const isGood = run.failures.length === 0 && run.unsteady.length === 0 && run.passed > 0;
  if (isGood) return { ...before, passed: before.passed + 1 };
  const firstFailure = before.firstFailure ?? inWords(run);
  return { ...before, failed: before.failed + 1, firstFailure };
}

/** The last lines of a repetition. */
export function repeatedInWords({ times, minutes }: Repetition, outcome: RepeatOutcome): string {
  const { passed, failed, firstFailure } = outcome;
  const missing = times - passed - failed;
  return [
    ...(firstFailure === undefined ? [] : [`The first failure:\n${firstFailure}\n`]),
    ...(missing === 0 ? [] : [`${missing} did not end within ${minutes} min (--minutes).`]),
    `${passed} of ${times} runs passed, ${failed} failed.`,
  ].join('\n');
}

/** Keeps each processor busy, at the priority of the tests, until what it returns is called. */
export async function keepBusy(): Promise<() => Promise<void>> {
  const processes = await Promise.all(Array.from({ length: availableParallelism() }, spin));
  return async () => {
    await Promise.all(processes.map((each) => each.stop()));
  };
}

function spin(): Promise<ManagedProcess> {
  return startProcess({ name: 'busy', command: process.execPath, args: ['-e', 'for (;;);'] });
}
