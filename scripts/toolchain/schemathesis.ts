import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, sayWhileWaiting, seconds } from '../progress.ts';
import { type Found, findProgram, isFound, type Missing } from './found.ts';

const version = '4.32.5';

/** Where it stands in the cache: a Python environment of its own, which is whole when the mark is there. */
function cached(): { readonly folder: string; readonly path: string; readonly mark: string } {
  const folder = join(cacheSubfolder('tools'), `schemathesis-${version}`);
  return { folder, path: join(folder, 'bin', 'schemathesis'), mark: join(folder, 'complete') };
}

/**
 * Schemathesis, which tries an API by its OpenAPI document: `SCHEMATHESIS`, the PATH, or the cache. Nothing is fetched.
 */
export async function findSchemathesis(): Promise<Found | Missing> {
  const given = findProgram(['schemathesis'], 'SCHEMATHESIS');
  if (given !== undefined) return given;
  const { path, mark } = cached();
  if (existsSync(mark)) return { path, origin: 'cache' };
  return { missing: 'schemathesis is not installed (npm run test:api-fuzz installs it into the cache)' };
}

/** The same, installed into the cache from PyPI when it is not there. One run installs; another waits for it. */
export async function ensureSchemathesis(): Promise<Found | Missing> {
  const found = await findSchemathesis();
  if (isFound(found)) return found;
  const python = findProgram(['python3'], 'PYTHON');
  if (python === undefined) return { missing: 'Python 3 is not installed, so schemathesis cannot be' };
  const { folder, path, mark } = cached();
  return withFileLock(
    `${folder}.lock`,
    async () => (existsSync(mark) ? { path, origin: 'cache' } : install(python.path)),
    (holder) => say(`Waiting for process ${holder.pid}, which is installing schemathesis…`),
  );
}

async function install(python: string): Promise<Found | Missing> {
  const { folder, path, mark } = cached();
  say(`Installing schemathesis ${version} with pip, once (about a minute)…`);
  const startedMs = Date.now();
  const done = sayWhileWaiting('installing schemathesis');
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    for (const [command, ...args] of [
      [python, '-m', 'venv', folder],
      [join(folder, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`],
    ] as const) {
      const step = await startProcess({ name: 'pip', command, args });
      const { code } = await step.exited;
      if (code !== 0) return { missing: `schemathesis could not be installed:\n${step.logTail()}` };
    }
    writeFileSync(mark, '');
    say(`Installed schemathesis in ${seconds(Date.now() - startedMs)}; it stays in ${folder}.`);
    return { path, origin: 'built' };
  } finally {
    done();
  }
}
