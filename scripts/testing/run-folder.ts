import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify } from '../process/identity.ts';

const prefix = 'tidegate-run-';

/**
 * A folder for the data of servers that live as long as this process. Folders of runs that were killed are swept away.
 */
export function makeRunFolder(): { readonly path: string; remove(): void } {
  sweep();
  const path = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
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

function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN);
    if (!Number.isInteger(pid) || identify(pid) !== undefined) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 2 });
  }
}
