import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, seconds } from '../progress.ts';

const folders = ['invoice-page', 'admin', 'site'];

/** What a front end is made of besides its own folder; the API reference of `site` is made from the document. */
const sharedSources = ['domain', 'api/contract', 'docs/openapi.json', 'package-lock.json', 'tsconfig.json'];

/** Builds each front end whose sources have changed since its last build, all at once. */
export async function buildFrontEnds(root: string): Promise<void> {
  const buildable = folders.filter((folder) => existsSync(join(root, folder, 'vite.config.ts')));
  const shared = hashOf(sharedSources.map((source) => join(root, source)));
  await Promise.all(buildable.map((folder) => buildIfChanged(root, folder, shared)));
}

async function buildIfChanged(root: string, folder: string, shared: string): Promise<void> {
  const home = join(root, folder);
  const stampFile = join(home, 'dist', '.built-from');
  const isCurrent = (stamp: string): boolean => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  const stamp = `${shared}-${hashOf([home])}`;
  if (isCurrent(stamp)) return;

  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  await withFileLock(join(cache, `build-${folder}.lock`), async () => {
    if (isCurrent(stamp)) return;
    say(`Building ${folder}…`);
    const startedMs = Date.now();
    const vite = await startProcess({
      name: `the build of ${folder}`,
      command: process.execPath,
      args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
      cwd: home,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const { code } = await vite.exited;
    if (code !== 0) throw new Error(`${folder} could not be built:\n${vite.logTail()}`);
    writeFileSync(stampFile, stamp);
    say(`Built ${folder} in ${seconds(Date.now() - startedMs)}.`);
  });
}

/** One hash over the names and contents of files, tests and build results left out. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addToHash(hash, path);
  return hash.digest('hex').slice(0, 32);
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  const entries = readEntries(path);
  if (entries === undefined) {
    hash.update(path).update(readFileSync(path));
    return;
  }
  for (const entry of entries.filter((name) => name !== 'dist' && !name.includes('.test.')).sort())
    addToHash(hash, join(path, entry));
}

function readEntries(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}
