import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type LockHolder, tryLock } from '../process/file-lock.ts';
import { identify, isStillRunning, type ProcessIdentity } from '../process/identity.ts';

const endGraceMs = 5_000;
const pollMs = 50;

/** The folder a running Tidegate keeps everything in, held by one run at a time. */
export interface DataFolder {
  readonly path: string;
  /** A path inside the folder. */
  file(...names: string[]): string;
  /**
   * Marks the folder as the data of a command. Its workflows are in the Temporal of that command, so another command
   * would find none of them. @throws Error that names the other command
   */
  belongTo(command: string): void;
  /** Remembers a child process, so that a later start can end it if this run is killed. */
  remember(name: string, pid: number): void;
  forget(pid: number): void;
  /** Gives the folder free for another run. */
  release(): void;
}

/**
 * Takes the folder for this run, or returns its holder. Processes that a killed run left behind are ended first; a
 * recorded process number that another program has by now is left alone.
 */
export async function takeDataFolder(path: string, details: { port: number }): Promise<DataFolder | LockHolder> {
  keepPrivate(path);
  const lock = join(path, 'lock.json');
  const record = join(path, 'processes.json');
  const holder = tryLock(lock, details);
  if (holder !== undefined) return holder;
  await endLeftovers(record);
  rmSync(join(path, 'started.json'), { force: true });

  const children = new Map<number, RecordedProcess>();
  const save = (): void => writeWhole(record, JSON.stringify([...children.values()]));
  save();
  return {
    path,
    file: (...names) => join(path, ...names),
    belongTo: (command) => claim(path, command),
    remember: (name, pid) => {
      const identity = identify(pid);
      if (identity === undefined) return;
      children.set(pid, { name, ...identity });
      save();
    },
    forget: (pid) => {
      children.delete(pid);
      save();
    },
    release: () => {
      rmSync(join(path, 'started.json'), { force: true });
      rmSync(record, { force: true });
      rmSync(lock, { force: true });
    },
  };
}

/**
 * Makes the folder, for this user alone: workflows and logs in it are as confidential as the database. Permissions that
 * an older run left open are closed. As root, the server of Postgres runs as another user, who must pass through the
 * folder without seeing its content.
 */
function keepPrivate(path: string): void {
  mkdirSync(join(path, 'logs'), { recursive: true });
  closeToOthers(path);
  if (process.getuid?.() === 0) chmodSync(path, 0o711);
}

/** Folders of another user, such as Postgres's own, are that user's to close. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    try {
      const entry = lstatSync(path);
      if (entry.uid !== process.getuid?.()) continue;
      if (entry.isDirectory()) closeToOthers(path);
      if (entry.isFile()) chmodSync(path, 0o600);
    } catch (error) {
      // A server that a killed run left may still remove files of its own.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

function claim(path: string, command: string): void {
  const file = join(path, 'started-by');
  const isOlder = !existsSync(file) && existsSync(join(path, 'temporal.sqlite'));
  const owner = existsSync(file) ? readFileSync(file, 'utf8').trim() : isOlder ? 'npm start' : command;
  if (owner !== command) {
    throw new Error(
      `${path} holds the data of "${owner}". Choose another folder: DATA_DIR=${path}-2 ${command}. ` +
        `Or remove it, if you do not need the data.`,
    );
  }
  writeWhole(file, `${command}\n`);
}

/** Writes a file so that a reader finds the old content or the new, never a part. */
export function writeWhole(path: string, content: string, mode = 0o600): void {
  writeFileSync(`${path}.new`, content, { mode });
  renameSync(`${path}.new`, path);
}

interface RecordedProcess extends ProcessIdentity {
  readonly name: string;
}

async function endLeftovers(record: string): Promise<void> {
  const left = readRecord(record).filter(isStillRunning);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const running = left.filter(isStillRunning);
    for (const { name, pid } of running)
      signalGroup(pid, name === 'Postgres' && signal === 'SIGTERM' ? 'SIGINT' : signal);
    const deadlineMs = Date.now() + endGraceMs;
    while (running.some(isStillRunning) && Date.now() < deadlineMs)
      await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function readRecord(record: string): RecordedProcess[] {
  if (!existsSync(record)) return [];
  try {
    const content: unknown = JSON.parse(readFileSync(record, 'utf8'));
    return Array.isArray(content) ? content.filter(isRecordedProcess) : [];
  } catch {
    return [];
  }
}

function isRecordedProcess(value: unknown): value is RecordedProcess {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'pid' in value &&
    typeof value.pid === 'number' &&
    'startedAt' in value &&
    typeof value.startedAt === 'string' &&
    'name' in value
  );
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended in between.
  }
}
