// Adds to package-lock.json the builds for other systems that npm left out; with `--check` it only tells that some are missing.
//
// A registry that does not carry the builds of a native package for every system makes `npm install` drop them from the lock file, and
// `npm ci` then refuses that lock file everywhere. With their names, versions and systems in it, it works on all of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './progress.ts';

interface LockedPackage {
  readonly version?: string;
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
if (process.argv.includes('--check')) {
  for (const name of Object.keys(missing))
    say(`package-lock.json lacks ${name}: run \`node scripts/complete-lock-file.ts\`.`);
  process.exitCode = Object.keys(missing).length === 0 ? 0 : 1;
} else if (Object.keys(missing).length > 0) {
  const { '': root, ...others } = lock.packages;
  const sorted = Object.entries({ ...others, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = { ...(root === undefined ? {} : { '': root }), ...Object.fromEntries(sorted) };
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  say(`Added ${Object.keys(missing).length} packages to package-lock.json.`);
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

/** Whether a package that stands at `holder` would find `name` in its own node_modules or in one further up. */
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
