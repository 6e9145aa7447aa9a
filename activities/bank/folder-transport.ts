import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BankTransport, type FileFromBank, MAX_FILE_BYTES } from './transport.ts';

export interface FolderSettings {
  /** Contains `to-bank` and `from-bank`, which are made if they are missing. */
  readonly folder: string;
  /** The user who may put files into `from-bank`, beside this process's own user. */
  readonly owner?: number | undefined;
}

/**
 * A folder that a program of the bank reads and writes. A file becomes visible by its renaming, so a delivery either
 * happened or did not. Files of the bank are believed only if nobody else can have written them: they belong to the
 * expected user, are no links, and others may not write them or their folder.
 */
export function folderTransport({ folder, owner }: FolderSettings): BankTransport {
  const [toBank, fromBank] = [join(folder, 'to-bank'), join(folder, 'from-bank')];
  const owners: Owners = new Set([process.getuid?.(), owner]);
  const ready = once(async () => {
    for (const each of [toBank, fromBank]) {
      // The bank's program may run as another user of the group; everybody else stays out.
      if ((await mkdir(each, { recursive: true })) !== undefined) await chmod(each, 0o770);
    }
  });
  const staged = (name: string) => join(toBank, `.${name}.part`);
  const deliver = async (name: string) => {
    await rename(staged(name), join(toBank, name));
    await syncFolder(toBank);
  };
  return {
    async *incoming() {
      await ready();
      const problem = await folderProblem(fromBank, owners);
      const names = (await readdir(fromBank, { withFileTypes: true }))
        .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name);
      for (const name of names.sort()) yield fileIn(fromBank, name, { owners, problem });
    },
    async stage(name, bytes) {
      await ready();
      await writeFile(staged(name), bytes, { mode: 0o640, flush: true });
    },
    deliver,
    async lookUp(name) {
      await ready();
      // Only the renaming ends a staged file, also where the bank has taken the file since.
      return (await exists(staged(name))) ? 'staged' : 'delivered';
    },
    close: async () => undefined,
  };
}

/** Undefined, which no file has, is a user that is not set. */
type Owners = ReadonlySet<number | undefined>;

interface Trust {
  readonly owners: Owners;
  /** That of the folder. */
  readonly problem: string | null;
}

async function fileIn(folder: string, name: string, { owners, problem }: Trust): Promise<FileFromBank> {
  const path = join(folder, name);
  return {
    name,
    problem: problem ?? (await fileProblem(path, owners)),
    read: () => readOwn(path, owners),
    taken: async (isRefused) => {
      const aside = join(folder, isRefused ? 'refused' : 'taken');
      await mkdir(aside, { recursive: true });
      await rename(path, join(aside, name));
    },
  };
}

/** Opened first and looked at then: what is read is what was checked, and a link is not followed. */
async function readOwn(path: string, owners: Owners): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    const problem = problemOf(await handle.stat(), owners);
    if (problem !== null) throw new Error(problem);
    return await handle.readFile();
  } finally {
    await handle?.close();
  }
}

async function fileProblem(path: string, owners: Owners): Promise<string | null> {
  return problemOf(await lstat(path), owners);
}

type Stat = Awaited<ReturnType<typeof lstat>>;

function problemOf(file: Stat, owners: Owners): string | null {
  if (!file.isFile()) return 'It is not an ordinary file.';
  if (!owners.has(Number(file.uid))) return `It belongs to user ${file.uid}, from whom no files of the bank come.`;
  if ((Number(file.mode) & 0o002) !== 0) return 'Everybody may write to it.';
  return Number(file.size) > MAX_FILE_BYTES ? `It is larger than ${MAX_FILE_BYTES} bytes.` : null;
}

async function folderProblem(path: string, owners: Owners): Promise<string | null> {
  const { uid, mode } = await stat(path);
  if (!owners.has(uid)) return `The folder belongs to user ${uid}, from whom no files of the bank come.`;
  return (mode & 0o002) === 0 ? null : 'Everybody may write to the folder.';
}

/** The renaming survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
