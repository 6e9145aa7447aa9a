import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'fflate';
import { createTar } from 'nanotar';
import { type ArchiveFiles, readFiles } from './files.ts';
import type { PackedArchive } from './packed.ts';

/**
 * A package as `npm pack` makes it, from its manifest, README and built files; npm itself compresses differently from
 * version to version.
 *
 * @param folder of the package
 * @param dist its build
 */
export async function packForNpm(folder: string, dist: string, license: Uint8Array): Promise<PackedArchive> {
  // The scripts build it from sources that are not in the archive.
  const { scripts: _, ...manifest } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const files: ArchiveFiles = new Map([
    ['LICENSE', license],
    ['README.md', await readFile(join(folder, 'README.md'))],
    ['package.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
  ]);
  for (const [name, bytes] of await readFiles(dist)) files.set(`dist/${name}`, bytes);
  const { name, version, description } = manifest;
  const file = `${FILES[name] ?? name}-${version}.tgz`;
  const programs = Object.values(manifest.bin ?? {});
  return { name, version, about: description, file, bytes: tarball(files, programs) };
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: unknown;
}

/** Names of files without the scope, which an address could not have. */
const FILES: Readonly<Record<string, string>> = {
  '@tidegate/node': 'tidegate-node',
  '@tidegate/react': 'tidegate-react',
  tidegate: 'tidegate-cli',
};

/** The longest name that the header of a tar file has space for. */
const LONGEST_NAME = 100;

function tarball(files: ArchiveFiles, programs: readonly string[]): Buffer {
  const entries = [...files].map(([path, data]) => {
    const name = `package/${path}`;
    if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`The name ${name} is too long for a tar file.`);
    return { name, data, attrs: { mode: programs.includes(path) ? '755' : '644' } };
  });
  const tar = createTar(entries, { attrs: { uid: 0, gid: 0, mtime: Date.UTC(1985, 9, 26) } });
  // Two empty blocks end a tar file; its writer leaves them out where the files fill its last record.
  return Buffer.from(gzipSync(Buffer.concat([tar, Buffer.alloc(1024)]), { level: 9, mtime: new Date(0) }));
}
