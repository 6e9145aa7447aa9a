import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The folders of a top-level folder that contain code, without those that only contain tests. */
export function foldersOf(parent: string): string[] {
  return [...new Set(sourcesOf(parent).flatMap((file) => folderOf(file)?.split('/')[1] ?? []))].sort();
}

/** The top-level folders that contain code. */
export function topFolders(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .filter((name) => filesOf(name).some((path) => CODE.test(path)))
    .sort();
}

/** The imports between folders of `parent` that do not lead to a lower floor, as `db/core -> db/ledger`. */
export function upwardImports(parent: string, storeys: readonly (readonly string[])[]): string[] {
  const floorOf = new Map<string, number>(
    storeys.flatMap((floor, index) => floor.map((name) => [`${parent}/${name}`, index] as const)),
  );
  const found = new Set<string>();
  for (const file of sourcesOf(parent)) {
    const from = folderOf(file);
    if (from === undefined) continue;
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const to = folderOf(posix.join(posix.dirname(file), path));
      if (to === undefined || to === from || !to.startsWith(`${parent}/`)) continue;
      if ((floorOf.get(to) ?? Infinity) >= (floorOf.get(from) ?? -1)) found.add(`${from} -> ${to}`);
    }
  }
  return [...found].sort();
}

function sourcesOf(parent: string): string[] {
  return filesOf(parent).filter((path) => CODE.test(path) && !TEST.test(path));
}

function filesOf(parent: string): string[] {
  return readdirSync(join(root, parent), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(parent, path))
    .filter((path) => !path.includes('/dist/'));
}

/** `db/core` of `db/core/sql.ts`; nothing for a file directly in `db/`. */
function folderOf(file: string): string | undefined {
  const [parent, folder, ...rest] = file.split('/');
  return rest.length === 0 ? undefined : `${parent}/${folder}`;
}

const CODE = /\.tsx?$/;
const TEST = /\.(test|fixture)\.tsx?$/;
const IMPORT = /(?:from |import |import\()'(\.[^']+)'/g;
