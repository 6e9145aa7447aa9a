import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { identify, isStillRunning, type ProcessIdentity } from './identity.ts';

const pollMs = 300;

/**
 * Runs the work while holding a lock file, so that two runs do not do it at once. A lock whose holder has died is taken over.
 *
 * @param onWait is told once who holds the lock, when there is something to wait for.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  onWait: (holder: ProcessIdentity) => void = () => {},
): Promise<T> {
  let told = false;
  for (;;) {
    const holder = tryLock(path);
    if (holder === undefined) break;
    if (!told) onWait(holder);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Takes the lock, or answers who holds it. Does not wait. */
export function tryLock(path: string, details: Record<string, unknown> = {}): LockHolder | undefined {
  const self = identify(process.pid);
  if (self === undefined) throw new Error('this process cannot be identified on this system');
  mkdirSync(dirname(path), { recursive: true });
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      writeFileSync(path, JSON.stringify({ ...details, ...self }), { flag: 'wx' });
      return undefined;
    } catch (error) {
      if (!isExists(error)) throw error;
    }
    const holder = readLock(path);
    if (holder !== undefined && isStillRunning(holder)) return holder;
    rmSync(path, { force: true });
  }
  throw new Error(`the lock ${path} can neither be taken nor read`);
}

/** The holder as written in the lock, with the details it left there. */
export type LockHolder = ProcessIdentity & Readonly<Record<string, unknown>>;

function readLock(path: string): LockHolder | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content !== 'object' || content === null) return undefined;
    const fields = content as Record<string, unknown>;
    if (typeof fields.pid !== 'number' || typeof fields.startedAt !== 'string') return undefined;
    return { ...fields, pid: fields.pid, startedAt: fields.startedAt };
  } catch {
    return undefined;
  }
}

function isExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
