import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reproducibleZip } from '../../api/cms/zip.ts';
import { readFiles } from './files.ts';
import type { PackedArchive } from './packed.ts';

/** The PHP SDK as Composer installs it, and as it is unzipped into a project without Composer. */
export async function packForComposer(folder: string, license: Uint8Array): Promise<PackedArchive> {
  const read = (name: string) => readFile(join(folder, name));
  const source = JSON.parse((await read('composer.json')).toString()) as Manifest;
  const [, version] = /VERSION = '([^']+)'/.exec((await read('src/Tidegate.php')).toString()) ?? [];
  if (version === undefined) throw new Error('src/Tidegate.php of the PHP SDK names no version.');
  // In a repository of archives, Composer learns the version from here.
  const { name, description, ...rest } = source;
  const manifest = { name, version, description, ...rest };
  const files = new Map<string, Uint8Array>([
    ['LICENSE', license],
    ['README.md', await read('README.md')],
    ['autoload.php', await read('autoload.php')],
    ['composer.json', Buffer.from(`${JSON.stringify(manifest, null, 4)}\n`)],
  ]);
  for (const [name, bytes] of await readFiles(join(folder, 'src'))) files.set(`src/${name}`, bytes);
  return {
    name,
    version,
    about: description,
    manifest,
    file: `tidegate-php-${version}.zip`,
    bytes: reproducibleZip(new Map([...files].map(([name, bytes]) => [`tidegate/${name}`, bytes]))),
  };
}

interface Manifest {
  readonly name: string;
  readonly description: string;
}
