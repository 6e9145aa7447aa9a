import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ArchivedFile, MonthlyTable } from '../../domain/reports/months.ts';

/** The content of a file without compression. */
interface Content {
  readonly rows: number;
  readonly sha256: string;
}

/**
 * Writes pages of lines to a file of the folder, which must exist, and reads it again. The name contains the start of
 * its SHA-256, so a file is never replaced by another one, and a repeated call gives the same file. It is on the disk
 * when this returns.
 */
export async function writeArchive(
  folder: string,
  { table, month }: { readonly table: MonthlyTable; readonly month: string },
  pages: AsyncIterable<readonly string[]>,
): Promise<ArchivedFile> {
  const name = `${table}_${month}`;
  await removePartial(folder, name);
  const partial = join(folder, `${name}-${randomUUID()}${PARTIAL}`);
  const meter = createMeter();
  const lines = async function* () {
    for await (const page of pages) yield meter.add(Buffer.from(`${page.join('\n')}\n`));
  };
  await pipeline(lines, createGzip(), createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }));
  const written = meter.read();
  const { content, bytes, sha256 } = await readArchive(partial);
  if (content.sha256 !== written.sha256 || content.rows !== written.rows) {
    throw new Error(`${partial} is not what was written.`);
  }
  const file = `${name}-${sha256.slice(0, 16)}.jsonl.gz`;
  await keep(folder, partial, file);
  return { table, file, rows: content.rows, bytes, sha256 };
}

/** Writes the list of a month's files beside them, for readers without the database. */
export async function writeManifest(folder: string, month: string, files: readonly ArchivedFile[]): Promise<void> {
  const partial = join(folder, `${month}-${randomUUID()}${PARTIAL}`);
  await writeFile(partial, `${JSON.stringify({ month, files }, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await keep(folder, partial, `${month}.json`);
}

/** Reads a file again. @returns what is wrong with it; undefined if it is as it was written */
export async function archiveProblem(folder: string, file: ArchivedFile): Promise<string | undefined> {
  try {
    const { sha256, content } = await readArchive(join(folder, file.file));
    if (sha256 !== file.sha256) return `${file.file} was changed: its SHA-256 is ${sha256}, and was ${file.sha256}.`;
    if (content.rows !== file.rows) return `${file.file} has ${content.rows} rows instead of ${file.rows}.`;
    return undefined;
  } catch (error) {
    return `${file.file} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const PARTIAL = '.partial';

/** Removes the files of an interrupted attempt. */
async function removePartial(folder: string, name: string): Promise<void> {
  const left = (await readdir(folder)).filter((each) => each.startsWith(`${name}-`) && each.endsWith(PARTIAL));
  await Promise.all(left.map((each) => rm(join(folder, each), { force: true })));
}

async function readArchive(path: string): Promise<{ content: Content; bytes: number; sha256: string }> {
  const whole = createHash('sha256');
  const meter = createMeter();
  await pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        whole.update(chunk);
        yield chunk;
      }
    },
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) meter.add(chunk);
    },
  );
  return { content: meter.read(), bytes: (await stat(path)).size, sha256: whole.digest('hex') };
}

/** Gives a finished file its name, and waits until the folder knows it. */
async function keep(folder: string, partial: string, name: string): Promise<void> {
  await rename(partial, join(folder, name));
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function createMeter() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add: (chunk: Buffer): Buffer => {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
      return chunk;
    },
    read: (): Content => ({ rows, sha256: hash.digest('hex') }),
  };
}

const LINE_END = 0x0a;
