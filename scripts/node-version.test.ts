import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Everything that a person may start with `node`. */
const programs = [
  'api/server.ts',
  'temporal/worker.ts',
  ...Object.values((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFile).scripts).flatMap(
    (command) => /bootstrap\.mjs (\S+\.ts)/.exec(command)?.[1] ?? [],
  ),
  ...documented(),
];

interface PackageFile {
  readonly scripts: Readonly<Record<string, string>>;
}

/** The commands with `node` in the documents. */
function documented(): readonly string[] {
  const texts = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];
  return texts.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/\bnode ((?:scripts|db|api|temporal)\/\S+?\.ts)\b/g)].map(
      ([, program = '']) => program,
    ),
  );
}

test.each([...new Set(programs)].sort())('%s checks the version of Node before anything else', (program) => {
  const text = readFileSync(join(root, program), 'utf8');
  const [first] = [...text.matchAll(/^import .*$/gm)].map(([line]) => line);
  expect(first).toMatch(/^import '.*\/require-node\.ts';$/);
});

test('version managers choose the Node that Tidegate brings along', () => {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'node', 'package.json'), 'utf8'),
  ) as NodePackage;
  expect(readFileSync(join(root, '.nvmrc'), 'utf8')).toBe(`${version.split('.')[0]}\n`);
});

interface NodePackage {
  readonly version: string;
}

test('a program on an older Node says which one is needed, and ends', async () => {
  // The check reads nothing but Node's own version.
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '24.1.9' });";
  const program = join(root, 'scripts', 'signer-keystore.ts');
  const older = run(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, program]);
  await expect(older).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Tidegate needs Node 24\.2 or newer; .*\n.*npm run …/),
  });
});
