import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, sayWhileWaiting, seconds } from '../progress.ts';
import type { Found, Missing } from './found.ts';

/**
 * Packages of npm in a folder of their own in the cache, exactly as `npm/<name>/package-lock.json` pins them. For
 * programs and frameworks that only tests run and that would bring hundreds of packages into everybody's checkout.
 */
export interface NpmEnvironment {
  /** Its folder in `npm/`. */
  readonly name: string;
}

/** The folder that has its `node_modules`, if it is in the cache already. */
export function findInNpm(environment: NpmEnvironment): Found | undefined {
  const { folder, mark } = placeOf(environment);
  return existsSync(mark) ? { path: folder, origin: 'cache' } : undefined;
}

/** The same, installed from npm's registry when it is not there. Runs no install scripts. One run installs. */
export async function ensureInNpm(environment: NpmEnvironment): Promise<Found | Missing> {
  return (
    findInNpm(environment) ??
    withFileLock(
      `${placeOf(environment).folder}.lock`,
      async () => findInNpm(environment) ?? install(environment),
      (holder) => say(`Waiting for process ${holder.pid}, which is installing ${environment.name}…`),
    )
  );
}

const FILES = ['package.json', 'package-lock.json'] as const;

/** The environment is whole when the mark is there. Another lock file is another folder. */
function placeOf({ name }: NpmEnvironment) {
  const source = join(import.meta.dirname, 'npm', name);
  const lock = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex');
  const folder = join(cacheSubfolder('tools'), `${name}-${lock.slice(0, 12)}`);
  return { source, folder, mark: join(folder, 'complete') };
}

async function install(environment: NpmEnvironment): Promise<Found | Missing> {
  const { name } = environment;
  const { source, folder, mark } = placeOf(environment);
  say(`Installing ${name} with npm, once (up to a minute)…`);
  const startedMs = Date.now();
  const done = sayWhileWaiting(`installing ${name}`);
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const file of FILES) copyFileSync(join(source, file), join(folder, file));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    const step = await startProcess({ name: 'npm', command: 'npm', args, cwd: folder });
    const { code } = await step.exited;
    if (code !== 0) return { missing: `${name} could not be installed:\n${step.logTail()}` };
    writeFileSync(mark, '');
    say(`Installed ${name} in ${seconds(Date.now() - startedMs)}; it stays in ${folder}.`);
    return { path: folder, origin: 'built' };
  } finally {
    done();
  }
}
