import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The files of an archive by their names in it. */
export type ArchiveFiles = Map<string, Uint8Array>;

/** The files below a folder, sorted by name; those that match `without` are left out. */
export async function readFiles(folder: string, without?: RegExp): Promise<ArchiveFiles> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const files: ArchiveFiles = new Map();
  for (const path of paths.sort()) {
    const name = relative(folder, path).replaceAll('\\', '/');
    if (without?.test(name) !== true) files.set(name, await readFile(path));
  }
  return files;
}
