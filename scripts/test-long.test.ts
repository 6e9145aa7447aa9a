import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('tries ten times as many examples, and says what failed with how many passed', async () => {
  const folder = folderWith({
    'vitest.config.ts': `export default { test: { projects: [
      { test: { name: 'unit', include: ['unit/*.test.ts'], setupFiles: [${file('scripts/testing/property-examples.ts')}] } },
      { test: { name: 'servers', include: ['*.test.ts'] } },
      { test: { name: 'pages', include: ['pages/*.test.ts'] } },
    ] } };`,
    'long.test.ts': `
      import fc from 'fast-check';
      import { expect, test } from 'vitest';
      import { examples } from ${file('domain/examples.fixture.ts')};
      test('named', () => expect(examples(7)).toBe(70));
      test('fails', () => fc.assert(fc.property(fc.nat(), (n) => n < 0)));
    `,
    'plain.test.ts': `import { test } from 'vitest'; test('has no examples', () => { throw new Error('was run'); });`,
  });
  const { code, output } = await runLong(folder, [], { EXAMPLES_FACTOR: undefined });
  expect(output).toContain('The files that took longest:');
  expect(output).toMatch(/Failed: long\.test\.ts > fails: Property failed/);
  expect(output.trim().split('\n').at(-1)).toBe('1 passed, 1 failed');
  expect(code).toBe(1);
});

test('a property that names no number tries ten times the 100 of fast-check', async () => {
  const { code, output } = await runLong(root, ['domain/examples.test.ts'], { EXAMPLES_FACTOR: '11' });
  expect(output.trim().split('\n').at(-1)).toBe('9 passed, 0 failed');
  expect(code).toBe(0);
});

test('says so when no property test is meant', async () => {
  const { code, output } = await runLong(root, ['no-such-folder'], {});
  expect(output).toBe('No property test and no test of screens has a path with any of these parts.\n');
  expect(code).toBe(64);
});

function file(path: string): string {
  return JSON.stringify(join(root, path));
}

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'long-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function runLong(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const program = join(root, 'scripts', 'test-long.ts');
  return new Promise<{ code: number | null; output: string }>((done) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { cwd, env: { ...process.env, ...env } },
      (_, output) => done({ code: child.exitCode, output }),
    );
  });
}
