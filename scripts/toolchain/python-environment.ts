import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, sayWhileWaiting, seconds } from '../progress.ts';
import { type Found, findProgram, type Missing } from './found.ts';

/** Programs of PyPI in a Python environment of their own, in the cache. */
export interface PythonEnvironment {
  readonly name: string;
  readonly version: string;
  /** The program of the environment's `bin` that is wanted. */
  readonly program: string;
  /** The arguments of `pip install`. */
  readonly packages: readonly string[];
}

/** `<name>.txt` beside this file has exact versions with their hashes: nothing else is installed. */
export function pinnedPython(name: string, program = 'python'): PythonEnvironment {
  const requirements = requirementsOf(name);
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  return { name, version, program, packages: ['--no-deps', '--require-hashes', '--requirement', requirements] };
}

/** The file with the versions and hashes. */
export function requirementsOf(name: string): string {
  return join(import.meta.dirname, `${name}.txt`);
}

/** The program if it is in the cache already. */
export function findInPython(environment: PythonEnvironment): Found | undefined {
  const { path, mark } = placeOf(environment);
  return existsSync(mark) ? { path, origin: 'cache' } : undefined;
}

/** The same, installed from PyPI when it is not there. One run installs; another waits for it. */
export async function ensureInPython(environment: PythonEnvironment): Promise<Found | Missing> {
  const found = findInPython(environment);
  if (found !== undefined) return found;
  const { name } = environment;
  const python = findProgram(['python3'], 'PYTHON');
  if (python === undefined) return { missing: `Python 3 is not installed, so ${name} cannot be` };
  return withFileLock(
    `${placeOf(environment).folder}.lock`,
    async () => findInPython(environment) ?? install(environment, python.path),
    (holder) => say(`Waiting for process ${holder.pid}, which is installing ${name}…`),
  );
}

/** The environment is whole when the mark is there. */
function placeOf({ name, version, program }: PythonEnvironment) {
  const folder = join(cacheSubfolder('tools'), `${name}-${version}`);
  return { folder, path: join(folder, 'bin', program), mark: join(folder, 'complete') };
}

async function install(environment: PythonEnvironment, python: string): Promise<Found | Missing> {
  const { name, version, packages } = environment;
  const { folder, path, mark } = placeOf(environment);
  say(`Installing ${name} ${version} with pip, once (up to a minute)…`);
  const startedMs = Date.now();
  const done = sayWhileWaiting(`installing ${name}`);
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    for (const [command, ...args] of [
      [python, '-m', 'venv', folder],
      [join(folder, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages],
    ] as const) {
      const step = await startProcess({ name: 'pip', command, args });
      const { code } = await step.exited;
      if (code !== 0) return { missing: `${name} could not be installed:\n${step.logTail()}` };
    }
    writeFileSync(mark, '');
    say(`Installed ${name} in ${seconds(Date.now() - startedMs)}; it stays in ${folder}.`);
    return { path, origin: 'built' };
  } finally {
    done();
  }
}
