import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify } from '../process/identity.ts';

const prefix = 'tidegate-run-';
/** A file system in memory, on Linux. */
const memory = '/dev/shm';
/** Far more than all servers of a run write, so that nothing else goes short of memory. */
const plentyBytes = 8 * 2 ** 30;

/**
 * A folder for the data of servers that live as long as this process. Folders of runs that were killed are swept away.
 *
 * @param where `memory` for servers whose data no test looks for on a disk; it is a disk where there is little memory
 */
export function makeRunFolder(where: 'disk' | 'memory' = 'disk'): { readonly path: string; remove(): void } {
  sweep();
  const path = mkdtempSync(join(where === 'memory' && isPlenty() ? memory : tmpdir(), `${prefix}${process.pid}-`));
  // Servers that run as another user pass through it to their own folders.
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A folder inside a run folder. */
export function subfolder(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Each database of a test is over a thousand small files: on a disk, to make and remove them takes twice the time. */
function isPlenty(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= plentyBytes && freemem() >= plentyBytes;
}

function sweep(): void {
  for (const parent of [tmpdir(), memory].filter(existsSync)) {
    for (const name of readdirSync(parent)) {
      const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN);
      if (!Number.isInteger(pid) || identify(pid) !== undefined) continue;
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 2 });
    }
  }
}
