import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRunFolder } from './testing/run-folder.ts';
import { until } from './testing/until.ts';

let folder: ReturnType<typeof makeRunFolder>;

/** In place of npm: notes its arguments, and installs a Node that only says what it runs. */
const npm = `#!/bin/sh
echo "$*" >> calls
mkdir -p node_modules/node/bin
printf '#!/bin/sh\\necho ran "$1"\\n' > node_modules/node/bin/node
chmod +x node_modules/node/bin/node
`;

beforeEach(() => {
  folder = makeRunFolder();
  for (const name of ['scripts', 'bin']) mkdirSync(join(folder.path, name));
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(folder.path, 'scripts', 'bootstrap.mjs'));
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ allowScripts: { node: true, other: false } }));
  lock({ 'node_modules/a': { version: '1.0.0' } });
  install(npm);
});

afterEach(() => folder.remove());

function lock(packages: object): void {
  writeFileSync(join(folder.path, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
}

function install(script: string): void {
  writeFileSync(join(folder.path, 'bin', 'npm'), script);
  chmodSync(join(folder.path, 'bin', 'npm'), 0o755);
}

function start(entry: string) {
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', entry], {
    cwd: folder.path,
    // TEMPORAL_ADDRESS: nothing is fetched.
    env: { PATH: `${join(folder.path, 'bin')}:/usr/bin:/bin`, TEMPORAL_ADDRESS: '127.0.0.1:1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, ended: new Promise<number | null>((done) => child.on('close', done)), output: () => output };
}

const calls = () => (existsSync(join(folder.path, 'calls')) ? readFileSync(join(folder.path, 'calls'), 'utf8') : '');

test('packages that run Tidegate are installed without development; tests and benchmarks bring the rest, once each', async () => {
  for (const entry of ['scripts/start.ts', 'scripts/staff.ts', 'bench/run.ts', 'scripts/test.ts', 'scripts/start.ts']) {
    const { ended, output } = start(entry);
    expect(await ended).toBe(0);
    expect(output()).toContain(`ran ${join(folder.path, entry)}`);
  }
  expect(calls().split('\n').slice(0, -1)).toEqual([
    expect.stringMatching(/^ci --omit=dev/),
    expect.stringMatching(/^rebuild --ignore-scripts=false .* node$/),
    expect.stringMatching(/^ci (?!.*--omit)/),
    expect.stringMatching(/^rebuild --ignore-scripts=false .* node$/),
  ]);
});

test('asked to end while packages are installed, it ends npm and starts nothing', async () => {
  install(`#!/bin/sh\necho $$ > npm-pid\nexec sleep 60\n`);
  const { child, ended, output } = start('scripts/start.ts');
  const pidFile = join(folder.path, 'npm-pid');
  await until(async () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'), 'npm runs');
  child.kill('SIGTERM');
  expect(await ended).toBe(130);
  expect(output()).not.toContain('ran ');
  expect(existsSync(`/proc/${readFileSync(pidFile, 'utf8').trim()}`)).toBe(false);
  // An interrupted installation is repeated.
  install(npm);
  expect(await start('scripts/start.ts').ended).toBe(0);
});

test('without network it says what to check, and passes the failure on', async () => {
  install('#!/bin/sh\necho "npm error network" >&2\nexit 7\n');
  const { ended, output } = start('scripts/start.ts');
  expect(await ended).toBe(7);
  expect(output()).toMatch(/npm ci failed.*(npm ping|Free some space)/);
});

test('on an old Node, the message says what to install', async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '18.20.1' });";
  const child = spawn(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(old)}`,
    join(folder.path, 'scripts', 'bootstrap.mjs'),
    'scripts/start.ts',
  ]);
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  expect(await new Promise((done) => child.on('close', done))).toBe(1);
  expect(said).toMatch(/needs Node 20 or newer .* Install a newer Node and start again\./);
  expect(calls()).toBe('');
});
