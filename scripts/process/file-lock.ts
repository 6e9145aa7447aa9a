// Not proper-lockfile: it knows a dead holder by ten seconds of silence. A start after kill -9 would wait, and a laptop
// that slept would lose its lock. Here the holder is a process, which lives or not, and the lock says what it serves.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { identify, isStillRunning, type ProcessIdentity } from './identity.ts';

const pollMs = 300;

/**
 * Runs the work while holding a lock file, so that two runs do not do it at once. A lock whose holder has died is taken
 * over.
 *
 * @param onWait is called once with the lock's holder if it has to wait.
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
  // Linking puts the lock there with its content in one step, and fails when there is one.
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ ...details, ...self }), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (linked(mine, path)) return undefined;
      const content = readText(path);
      const holder = content === undefined ? undefined : parseHolder(content);
      if (holder !== undefined && isStillRunning(holder)) return holder;
      if (content !== undefined) removeStale(path, content);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  throw new Error(`the lock ${path} can neither be taken nor read`);
}

/** Removes a lock of a dead holder, and puts it back if it has become another's in between. */
function removeStale(path: string, content: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readText(aside) !== content) linked(aside, path);
  rmSync(aside, { force: true });
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The holder as written in the lock, with the details it left there. */
export type LockHolder = ProcessIdentity & Readonly<Record<string, unknown>>;

function parseHolder(text: string): LockHolder | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null) return undefined;
    const fields = content as Record<string, unknown>;
    if (typeof fields.pid !== 'number' || typeof fields.startedAt !== 'string') return undefined;
    return { ...fields, pid: fields.pid, startedAt: fields.startedAt };
  } catch {
    return undefined;
  }
}
