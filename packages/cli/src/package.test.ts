import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../../node/src/gateway.fixture.ts';
import { VERSION as SDK_VERSION } from '../../node/src/version.ts';
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
  home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const archives = join(folder, 'archives');
  await run(process.execPath, [join(root, 'scripts/build-archives.ts'), archives]);
  const cli = join(archives, `tidegate-cli-${VERSION}.tgz`);
  // Offline: the CLI needs nothing else.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', cli], { cwd: home });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway.close();
});

test('the archive of the gateway installs into an empty folder and runs', async () => {
  const npx = (...args: string[]) => run('npx', ['--offline', 'tidegate', ...args], { cwd: home, env: signedIn() });
  expect((await npx('--version')).stdout.trim()).toBe(VERSION);
  const { stdout } = await npx('whoami', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ url: gateway.url, key: gateway.shop.token.key, mode: 'sandbox' });
  expect(readdirSync(join(home, 'node_modules')).sort()).toEqual(['.bin', '.package-lock.json', 'tidegate']);
});

test('the packages name their version everywhere alike, and the licenses of what is bundled', () => {
  const { version, dependencies } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  expect([version, dependencies]).toEqual([VERSION, undefined]);
  const sdk = JSON.parse(readFileSync(join(root, 'packages/node/package.json'), 'utf8'));
  expect(sdk.version).toBe(SDK_VERSION);
  const dist = join(home, 'node_modules/tidegate/dist');
  const licenses = readFileSync(join(dist, 'third-party-licenses.md'), 'utf8');
  for (const name of ['commander', 'zod', '@modelcontextprotocol/sdk']) expect(licenses).toContain(`## ${name} - `);
  expect(readdirSync(dist)).toContain('LICENSE');
});

function signedIn() {
  const { key, secret } = gateway.shop.token;
  return { ...process.env, TIDEGATE_URL: gateway.url, TIDEGATE_KEY: key, TIDEGATE_SECRET: secret };
}
