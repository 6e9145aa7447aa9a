import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheSubfolder } from '../../scripts/cache.ts';
import type { Missing } from '../../scripts/toolchain/found.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** A version of the product that can be started: its code and what it depends on. */
export interface Release {
  readonly folder: string;
  /** `WORKER_BUILD_ID` of its workers. */
  readonly buildId: string;
}

/** The code of this checkout. */
export function presentRelease(buildId: string): Release {
  return { folder: root, buildId };
}

/** Puts the code of a commit into a folder, which must not exist yet. */
export async function checkOut(commit: string, { folder, buildId }: Release): Promise<Release | Missing> {
  const git = (...args: string[]) => run('git', ['-C', root, ...args]);
  try {
    await git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    return { missing: `Git does not have the commit ${commit}. In a shallow clone, run git fetch --unshallow.` };
  }
  mkdirSync(folder);
  const archive = `${folder}.tar`;
  await git('archive', '--output', archive, commit);
  await run('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
  symlinkSync(await dependenciesOf(folder), join(folder, 'node_modules'));
  return { folder, buildId };
}

/** The folder with the packages that its lock file names: ours if it is the same file, else one in the cache. */
async function dependenciesOf(folder: string): Promise<string> {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  if (lock.equals(readFileSync(join(root, 'package-lock.json')))) return join(root, 'node_modules');
  const kept = join(cacheSubfolder('dependencies'), createHash('sha256').update(lock).digest('hex').slice(0, 20));
  if (!existsSync(kept)) {
    const draft = `${kept}.${process.pid}`;
    mkdirSync(draft);
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(folder, name), join(draft, name));
    console.log(`Installing the dependencies of the last release into ${kept}; this takes minutes, once.`);
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: draft });
    renameSync(draft, kept);
  }
  return join(kept, 'node_modules');
}
