import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inWords, OUTCOME_FILE, slowestInWords, sum, type TestOutcome } from './outcome.ts';

const root = join(import.meta.dirname, '..', '..');

test('what failed and what passed only at a second try are named, with what they said', async () => {
  const outcome = await outcomeOf({
    'some.test.ts': `
      import { beforeAll, describe, expect, test } from 'vitest';
      let tries = 0;
      test('holds', () => {});
      test.skip('waits', () => {});
      test('fails', () => { throw new Error('three is not two'); });
      test('comes late', { retry: 1 }, () => { tries += 1; if (tries === 1) throw new Error('not yet'); });
      describe('a group', () => { beforeAll(() => { throw new Error('no server'); }); test('asks it', () => {}); });
    `,
    'broken.test.ts': `import './nowhere.ts';`,
    'stray.test.ts': `
      import { test } from 'vitest';
      test('leaves a promise', async () => { void Promise.reject(new Error('nobody waits')); await new Promise((done) => setTimeout(done, 20)); });
    `,
  });

  expect(outcome).toMatchObject({ passed: 3, skipped: 2 });
  expect(outcome.failures.toSorted((one, other) => (one.who < other.who ? -1 : 1))).toMatchObject([
    { who: 'broken.test.ts', message: expect.stringContaining('nowhere.ts') },
    { who: 'outside of any test', message: 'nobody waits' },
    { who: 'some.test.ts > a group', message: 'no server' },
    { who: 'some.test.ts > fails', message: 'three is not two' },
  ]);
  expect(outcome.unsteady).toEqual([{ who: 'some.test.ts > comes late', message: 'not yet' }]);
  expect(outcome.files.map(({ file }) => file).toSorted()).toEqual(['broken.test.ts', 'some.test.ts', 'stray.test.ts']);
  expect(outcome.files.find(({ file }) => file === 'stray.test.ts')?.tookMs).toBeGreaterThanOrEqual(20);
});

test('the last lines of a run say what failed, then how many did which', () => {
  const one = outcomeWith({ passed: 2, failures: [{ who: 'a > b', message: 'no\nnever' }] });
  const other = outcomeWith({ passed: 1, skipped: 1, unsteady: [{ who: 'c > d', message: 'late' }] });
  expect(inWords(sum([one, other])).split('\n')).toEqual([
    'Passed only at the second try: c > d: late',
    'Failed: a > b: no',
    '    never',
    '3 passed, 1 failed, 1 skipped',
  ]);
});

test('the ten files that took longest are listed, longest first', () => {
  const times = (milliseconds: readonly number[]) => milliseconds.map((tookMs) => ({ file: `f${tookMs}.ts`, tookMs }));
  const one = outcomeWith({ files: times([1_000, 70_000, 3_000, 5_000, 9_000, 2_000]) });
  const other = outcomeWith({ files: times([4_000, 6_000, 8_000, 7_000, 900, 800]) });
  const lines = slowestInWords(sum([one, other])).split('\n');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   70.0 s  f70000.ts');
  expect(lines[9]).toBe('    1.0 s  f1000.ts');
});

function outcomeWith(parts: Partial<TestOutcome>): TestOutcome {
  return { passed: 0, skipped: 0, failures: [], unsteady: [], files: [], ...parts };
}

/** The reporter's outcome of a run of these files. */
async function outcomeOf(files: Record<string, string>): Promise<TestOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'outcome-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const outcomeFile = join(folder, 'outcome.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(import.meta.dirname, 'outcome-reporter.ts');
  const args = [vitest, 'run', '--root', folder, `--reporter=${reporter}`];
  await new Promise((done) =>
    execFile(process.execPath, args, { env: { ...process.env, [OUTCOME_FILE]: outcomeFile } }, done),
  );
  return JSON.parse(readFileSync(outcomeFile, 'utf8')) as TestOutcome;
}
