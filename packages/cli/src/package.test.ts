import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../../node/src/gateway.fixture.ts';
import { VERSION } from './version.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

let gateway: TestGateway;
let folder: string;
/** Where a developer has installed the packages. */
let home: string;
beforeAll(async () => {
  gateway = await openGateway();
  folder = mkdtempSync(join(tmpdir(), 'tidegate-package-'));
  const tarballs = [await pack('node', buildSdk), await pack('cli', buildCli)];
  home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  // Offline: besides each other, the packages need nothing.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: home });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway.close();
});

function buildSdk(dist: string) {
  const project = join(root, 'packages/node/tsconfig.build.json');
  return run(process.execPath, [join(root, 'node_modules/typescript-native/bin/tsc'), '-p', project, '--outDir', dist]);
}

function buildCli(dist: string) {
  return run(process.execPath, [join(root, 'packages/cli/build.ts'), dist]);
}

async function pack(name: string, build: (dist: string) => Promise<unknown>): Promise<string> {
  const place = join(folder, name);
  mkdirSync(place);
  for (const file of ['package.json', 'README.md']) copyFileSync(join(root, 'packages', name, file), join(place, file));
  await build(join(place, 'dist'));
  await run('npm', ['pack'], { cwd: place });
  const [tarball = ''] = readdirSync(place).filter((file) => file.endsWith('.tgz'));
  return join(place, tarball);
}

test('the packages install into an empty folder and run', async () => {
  const npx = (...args: string[]) => run('npx', ['--offline', 'tidegate', ...args], { cwd: home, env: signedIn() });
  expect((await npx('--version')).stdout.trim()).toBe(VERSION);
  const { stdout } = await npx('whoami', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ url: gateway.url, key: gateway.shop.token.key, mode: 'sandbox' });
  expect(readdirSync(join(home, 'node_modules')).sort()).toEqual([
    '.bin',
    '.package-lock.json',
    '@tidegate',
    'tidegate',
  ]);
});

test('the packages name their version everywhere alike, and the licenses of what is bundled', () => {
  const { version, dependencies } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  const sdk = JSON.parse(readFileSync(join(root, 'packages/node/package.json'), 'utf8'));
  expect([version, dependencies]).toEqual([VERSION, { '@tidegate/node': sdk.version }]);
  const dist = join(home, 'node_modules/tidegate/dist');
  const licenses = readFileSync(join(dist, 'third-party-licenses.md'), 'utf8');
  for (const name of ['commander', 'zod', '@modelcontextprotocol/sdk']) expect(licenses).toContain(`## ${name} - `);
  expect(readdirSync(dist)).toContain('LICENSE');
});

function signedIn() {
  const { key, secret } = gateway.shop.token;
  return { ...process.env, TIDEGATE_URL: gateway.url, TIDEGATE_KEY: key, TIDEGATE_SECRET: secret };
}
