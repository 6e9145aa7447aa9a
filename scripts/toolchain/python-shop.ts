import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say } from '../progress.ts';
import { type Found, isFound, type Missing } from './found.ts';
import { requirementsOf } from './python-environment.ts';
import { ensurePythonForSdk } from './python-sdk.ts';

/**
 * A folder with Django and what the Python SDK needs, from which `pip install` of a quickstart takes them: exactly the
 * versions of `python-shop.txt`. Nothing is fetched.
 */
export function findShopWheels(): Found | Missing {
  const { folder, mark } = place();
  if (existsSync(mark)) return { path: folder, origin: 'cache' };
  return { missing: 'The packages of the Python quickstart are not in the cache (npm test with CI set fetches them)' };
}

/** The same, fetched from PyPI when it is not there. One run fetches; another waits for it. */
export async function ensureShopWheels(): Promise<Found | Missing> {
  const found = findShopWheels();
  if (isFound(found)) return found;
  const python = await ensurePythonForSdk();
  if (!isFound(python)) return python;
  return withFileLock(`${place().folder}.lock`, () => fetchWheels(dirname(python.path)));
}

function place() {
  const hash = createHash('sha256')
    .update(readFileSync(requirementsOf('python-shop')))
    .digest('hex');
  const folder = join(cacheSubfolder('tools'), `python-shop-${hash.slice(0, 12)}`);
  return { folder, mark: join(folder, 'complete') };
}

async function fetchWheels(bin: string): Promise<Found | Missing> {
  const { folder, mark } = place();
  if (existsSync(mark)) return { path: folder, origin: 'cache' };
  say('Fetching Django from PyPI, once…');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pinned = ['--no-deps', '--require-hashes', '--requirement', requirementsOf('python-shop')];
  const args = ['download', '--quiet', '--disable-pip-version-check', '--dest', folder, ...pinned];
  const step = await startProcess({ name: 'pip', command: join(bin, 'pip'), args });
  const { code } = await step.exited;
  if (code !== 0) return { missing: `Django could not be fetched:\n${step.logTail()}` };
  writeFileSync(mark, '');
  return { path: folder, origin: 'downloaded' };
}
