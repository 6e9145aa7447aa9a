import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'install-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const app = join(folder, 'app');
const ran = (name: string) => existsSync(join(folder, `${name}.ran`));
const npm = (...args: string[]) => run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: app });

/** A package that notes that its script ran; `node` makes the program that everything else runs on, as the real one. */
async function makePackage(name: string): Promise<string> {
  const at = join(folder, name);
  mkdirSync(join(at, 'bin'), { recursive: true });
  const script =
    `require('fs').writeFileSync(${JSON.stringify(join(folder, `${name}.ran`))}, '');` +
    `if (${name === 'node'}) require('fs').symlinkSync(process.execPath, 'bin/node')`;
  writeFileSync(join(at, 'install.js'), script);
  writeFileSync(join(at, 'bin/keep'), '');
  const described = { name, version: '1.0.0', scripts: { postinstall: 'node install.js' } };
  writeFileSync(join(at, 'package.json'), JSON.stringify(described));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: at });
  return `file:../${name}-1.0.0.tgz`;
}

test('install scripts of listed packages run, and of no other, however it is installed', async () => {
  mkdirSync(join(app, 'scripts'), { recursive: true });
  const described = {
    name: 'app',
    version: '1.0.0',
    private: true,
    allowScripts: { node: true, denied: false, absent: true },
    dependencies: Object.fromEntries(
      await Promise.all(['node', 'denied', 'unlisted'].map(async (name) => [name, await makePackage(name)] as const)),
    ),
  };
  writeFileSync(join(app, 'package.json'), JSON.stringify(described));
  writeFileSync(join(app, 'entry.mjs'), "console.log('entered')");
  cpSync(join(root, '.npmrc'), join(app, '.npmrc'));
  cpSync(join(root, 'scripts/bootstrap.mjs'), join(app, 'scripts/bootstrap.mjs'));

  await npm('install');
  await npm('ci');
  expect(['node', 'denied', 'unlisted'].filter(ran)).toEqual([]);

  // After `npm install` only the listed scripts are missing; in a fresh clone everything is.
  for (const isFresh of [false, true]) {
    if (isFresh) rmSync(join(app, 'node_modules'), { recursive: true });
    rmSync(join(folder, 'node.ran'), { force: true });
    const { stdout } = await run(process.execPath, ['scripts/bootstrap.mjs', 'entry.mjs'], { cwd: app });
    expect(stdout).toContain('entered');
    expect(['node', 'denied', 'unlisted'].filter(ran)).toEqual(['node']);
  }
});

test('every package of the lock file with an install script is listed, to run it or not', () => {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Readonly<Record<string, boolean>>;
  };
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  };
  const names = Object.entries(packages).flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript === true ? [place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  );
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([]);
});
