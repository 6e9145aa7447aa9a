import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SdkArchive, SdkArchiveIndex } from '../../contract/sdk-archives.ts';
import { startProcess } from '../process/managed.ts';
import { packForNpm } from './npm.ts';
import type { PackedArchive } from './packed.ts';
import { packForComposer } from './php.ts';
import { packWheel } from './python.ts';

/**
 * Builds the archives of all SDKs from `packages/` and writes them and `index.json`. The same sources give the same
 * bytes on every machine and at any time, so that an archive can be compared with its sources.
 */
export async function writeArchives(root: string, into: string): Promise<readonly SdkArchive[]> {
  await mkdir(into, { recursive: true });
  const packed = await packAll(root);
  const archives = packed.map(described);
  await Promise.all(packed.map(({ file, bytes }) => writeFile(join(into, file), bytes)));
  const index: SdkArchiveIndex = { archives };
  await writeFile(join(into, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
  return archives;
}

async function packAll(root: string): Promise<readonly PackedArchive[]> {
  const license = await readFile(join(root, 'LICENSE'));
  const at = (name: string) => join(root, 'packages', name);
  const builds = await mkdtemp(join(tmpdir(), 'tidegate-archives-'));
  try {
    const npm = async (name: string, build: (dist: string) => readonly string[]) => {
      const dist = join(builds, name);
      await runNode(`the build of packages/${name}`, build(dist));
      return packForNpm(at(name), dist, license);
    };
    const compiled = (name: string) => (dist: string) => [
      join(root, 'node_modules/typescript-native/bin/tsc'),
      '-p',
      join(at(name), 'tsconfig.build.json'),
      '--outDir',
      dist,
    ];
    return await Promise.all([
      npm('node', compiled('node')),
      npm('react', compiled('react')),
      npm('cli', (dist) => [join(at('cli'), 'build.ts'), dist]),
      packWheel(at('python'), license),
      packForComposer(at('php'), license),
    ]);
  } finally {
    await rm(builds, { recursive: true, force: true });
  }
}

function described({ bytes, manifest, ...archive }: PackedArchive): SdkArchive {
  const hash = (name: string) => createHash(name).update(bytes).digest('hex');
  return {
    ...archive,
    size: bytes.length,
    sha256: hash('sha256'),
    composer: manifest === undefined ? undefined : { manifest, sha1: hash('sha1') },
  };
}

async function runNode(name: string, args: readonly string[]): Promise<void> {
  // A test runner says `test`, for which bundlers keep checks for developers.
  const env = { ...process.env, NODE_ENV: 'production' };
  const step = await startProcess({ name, command: process.execPath, args, env });
  const { code } = await step.exited;
  if (code !== 0) throw new Error(`${name} failed:\n${step.logTail()}`);
}
