// Adds to package-lock.json the builds for other systems that npm left out, with the hashes that the registry knows;
// with `--check` it only says what is wrong.
//
// A registry that does not carry the builds of a native package for every system makes `npm install` drop them from the
// lock file, and
// `npm ci` then refuses that lock file everywhere. With their names, versions and systems in it, it works on all of
// them.
import '../db/core/require-node.ts';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from './progress.ts';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockFile {
  packages: Record<string, LockedPackage>;
}

const path = join(import.meta.dirname, '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile;
const missing = findMissing(lock);
if (process.argv.includes('--check')) check();
else await complete();

function check(): void {
  const problems = [
    ...Object.keys(missing).map(
      (name) => `package-lock.json lacks ${name}: run \`node scripts/complete-lock-file.ts\`.`,
    ),
    ...withoutHash(lock)
      .filter(([, locked]) => !isForOtherSystems(locked))
      .map(([place]) => `package-lock.json has no hash for ${place}: run \`npm install\` again.`),
  ];
  for (const problem of problems) say(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function complete(): Promise<void> {
  const { '': root, ...others } = lock.packages;
  const sorted = Object.entries({ ...others, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  const packages: LockFile['packages'] = { ...(root === undefined ? {} : { '': root }), ...Object.fromEntries(sorted) };
  const hashed = await hashesOf(withoutHash({ packages }));
  if (Object.keys(missing).length === 0 && Object.keys(hashed).length === 0) return;
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: { ...packages, ...hashed } }, null, 2)}\n`);
  const unhashed = withoutHash({ packages }).length - Object.keys(hashed).length;
  say(`Added ${Object.keys(missing).length} packages and ${Object.keys(hashed).length} hashes to package-lock.json.`);
  if (unhashed > 0) say(`This registry does not carry ${unhashed} builds for other systems: they stay without a hash.`);
}

function withoutHash({ packages }: LockFile): [string, LockedPackage][] {
  return Object.entries(packages).filter(([place, { integrity, link }]) => place !== '' && !link && !integrity);
}

/** Only such builds may come without a hash: where this check runs they are never installed. */
function isForOtherSystems({ optional, os = [], cpu = [], libc = [] }: LockedPackage): boolean {
  if (optional !== true || os.length === 0 || cpu.length === 0) return false;
  return !(os.includes('linux') && cpu.includes('x64') && (libc.length === 0 || libc.includes('glibc')));
}

/** Asks the registry; what it does not carry stays as it is. */
async function hashesOf(unhashed: readonly [string, LockedPackage][]): Promise<LockFile['packages']> {
  const found: LockFile['packages'] = {};
  for (const [place, locked] of unhashed) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const integrity = await promisify(execFile)('npm', ['view', `${name}@${locked.version}`, 'dist.integrity']).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
    if (!integrity.startsWith('sha512-')) continue;
    const { version, ...others } = locked;
    found[place] = { version, integrity, ...others };
  }
  return found;
}

function findMissing({ packages }: LockFile): Record<string, LockedPackage> {
  const found: Record<string, LockedPackage> = {};
  for (const [holder, locked] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
      const isExact = /^\d+\.\d+\.\d+/.test(version);
      if (!isExact || isResolvable(packages, holder, name)) continue;
      found[`node_modules/${name}`] = {
        version,
        ...systemOf(name),
        ...(locked.dev ? { dev: true } : {}),
        optional: true,
      };
    }
  }
  return found;
}

/** Whether a package installed at `holder` would find `name` in its own node_modules or in one further up. */
function isResolvable(packages: Record<string, LockedPackage>, holder: string, name: string): boolean {
  for (let place = holder; ; ) {
    if (packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`]) return true;
    if (place === '') return false;
    const cut = place.lastIndexOf('/node_modules/');
    place = cut === -1 ? '' : place.slice(0, cut);
  }
}

/** The system a build is for, as such packages tell it by their names: `…-linux-arm64-musl`, `…-win32-x64-msvc`. */
function systemOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = words.find((word) => ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].includes(word));
  const cpu = words.find((word) =>
    ['amd64', 'arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'].includes(word),
  );
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  if (os === undefined || cpu === undefined) return {};
  return {
    os: [os],
    cpu: [cpu === 'amd64' ? 'x64' : cpu],
    ...(libc === undefined || os !== 'linux' ? {} : { libc: [libc] }),
  };
}
