import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { commandLineOf } from '../process/identity.ts';
import type { TestOutcome } from './outcome.ts';
import { repeat, repeatedInWords, repetitionFrom } from './repeat.ts';

const WAIT = { timeout: 60_000, interval: 200 };
const root = join(import.meta.dirname, '..', '..');
const FILES: Record<string, string> = {
  'vitest.config.ts': `export default { test: { retry: process.env.CI ? 1 : 0 } };`,
  'third.test.ts': `
    import { existsSync, readFileSync, writeFileSync } from 'node:fs';
    import { expect, test } from 'vitest';
    test('holds two times of three', () => {
      const nth = existsSync('count') ? Number(readFileSync('count', 'utf8')) + 1 : 1;
      writeFileSync('count', String(nth));
      if (nth % 3 === 0) throw new Error('the third time fails: run ' + nth);
    });
  `,
  'endless.test.ts': `import { test } from 'vitest'; test('hangs', { timeout: 600_000 }, () => new Promise(() => {}));`,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'repeat-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('reads which files run, how often, for how long at most, and whether processors are busy', () => {
  const usual = { times: 20, busy: false, minutes: 60 };
  expect(repetitionFrom(['db/a.test.ts'])).toEqual({ ...usual, files: ['db/a.test.ts'] });
  expect(repetitionFrom(['a', '-n', '3', 'b', '--busy', '--minutes', '7'])).toEqual({
    files: ['a', 'b'],
    times: 3,
    busy: true,
    minutes: 7,
  });
  expect(() => repetitionFrom(['-n', '3'])).toThrow('Name a test file');
  for (const text of ['0', '1001', '2.5', 'x', '']) {
    expect(() => repetitionFrom(['a', '-n', text])).toThrow(`-n is a whole number from 1 to 1000, not "${text}".`);
  }
  expect(() => repetitionFrom(['a', '--minutes', '0'])).toThrow('--minutes is a whole number');
  expect(() => repetitionFrom(['a', '--bsuy'])).toThrow('--bsuy');
});

test('a run fails with a second try, and with no test at all', async () => {
  const good: TestOutcome = { passed: 1, skipped: 0, failures: [], unsteady: [], files: [] };
  const runs = [good, { ...good, unsteady: [{ who: 'a > b', message: 'late' }] }, { ...good, passed: 0 }];
  const outcome = await repeat(3, new AbortController().signal, async (nth) => runs[nth - 1] ?? good);
  expect(outcome).toMatchObject({ passed: 1, failed: 2 });
  expect(outcome.firstFailure).toContain('a > b: late');
});

test('when the time is over, the run under way and those after it are missing', async () => {
  const good: TestOutcome = { passed: 1, skipped: 0, failures: [], unsteady: [], files: [] };
  const time = new AbortController();
  const outcome = await repeat(5, time.signal, async (nth) => {
    if (nth === 3) time.abort();
    return good;
  });
  const repetition = { files: ['a'], times: 5, busy: false, minutes: 2 };
  expect(repeatedInWords(repetition, outcome)).toBe(
    '3 did not end within 2 min (--minutes).\n2 of 5 runs passed, 0 failed.',
  );
});

test('says how many of the runs passed and what failed first, and ends with exit code 1', async () => {
  const { code, output } = await ended(start(['third.test.ts', '-n', '4', '--busy'], { CI: 'true' }));
  expect(output).toContain(
    'The first failure:\nFailed: third.test.ts > holds two times of three: the third time fails',
  );
  expect(output.trim().split('\n').at(-1)).toBe('3 of 4 runs passed, 1 failed.');
  expect(code).toBe(1);
  // The count goes on: this is its fifth run.
  const next = await ended(start(['third.test.ts', '-n', '1']));
  expect([next.code, next.output.trim().split('\n').at(-1)]).toEqual([0, '1 of 1 runs passed, 0 failed.']);
});

test('Ctrl-C ends it at once, with every process that it started', async () => {
  const program = start(['endless.test.ts', '--busy']);
  onTestFinished(() => {
    program.kill('SIGKILL');
  });
  const below = await vi.waitUntil(() => {
    const found = descendants(program.pid ?? 0);
    const isAtWork = found.some((pid) => commandLineOf(pid).includes('for (;;);')) && vitestIsAtWork(found);
    return isAtWork && found;
  }, WAIT);
  program.kill('SIGINT');
  await once(program, 'exit');
  expect(program.exitCode).toBe(130);
  await vi.waitUntil(() => below.every((pid) => commandLineOf(pid) === ''), WAIT);
});

function vitestIsAtWork(pids: readonly number[]): boolean {
  return pids.some((pid) => commandLineOf(pid).includes('vitest.mjs'));
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const program = join(root, 'scripts', 'test-repeat.ts');
  return spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, ...env } });
}

async function ended(program: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  program.stdout?.on('data', (text) => {
    output += String(text);
  });
  await once(program, 'close');
  return { code: program.exitCode, output };
}

/** The processes below a process. */
function descendants(pid: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    all.filter(([, of]) => of === parent).flatMap(([each = 0]) => [each, ...below(each)]);
  return below(pid);
}
