import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, seconds } from '../progress.ts';

const folders = ['invoice-page', 'admin', 'site'];
/** Of each front end, for checkouts and branches that take turns. */
const buildsKept = 8;

/** What a front end is made of besides its own folder: `site` has an API reference and a changelog. */
const sharedSources = ['domain', 'contract', 'docs/openapi.json', 'CHANGELOG.md', 'package-lock.json', 'tsconfig.json'];

/** Builds each front end whose sources have changed, all at once; what any checkout has built is in the cache. */
export async function buildFrontEnds(root: string): Promise<void> {
  const buildable = folders.filter((folder) => existsSync(join(root, folder, 'vite.config.ts')));
  const shared = hashOf(
    root,
    sharedSources.map((source) => join(root, source)),
  );
  await Promise.all(buildable.map((folder) => buildIfChanged(root, folder, shared)));
}

async function buildIfChanged(root: string, folder: string, shared: string): Promise<void> {
  const home = join(root, folder);
  const stampFile = join(home, 'dist', '.built-from');
  const isCurrent = (stamp: string): boolean => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  const stamp = `${shared}-${hashOf(root, [home])}`;
  if (isCurrent(stamp)) return;

  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  await withFileLock(join(cache, `build-${folder}.lock`), async () => {
    if (isCurrent(stamp)) return;
    const startedMs = Date.now();
    const kept = join(cacheSubfolder('front-ends'), `${folder}-${stamp}`);
    if (existsSync(kept)) {
      rmSync(join(home, 'dist'), { recursive: true, force: true });
      cpSync(kept, join(home, 'dist'), { recursive: true });
      say(`  ${folder}: taken from the cache after ${seconds(Date.now() - startedMs)}`);
      return;
    }
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
    keepInCache(join(home, 'dist'), kept);
    say(`  ${folder}: built after ${seconds(Date.now() - startedMs)}`);
  });
}

/** Copies a build beside its place and moves it there whole; the oldest builds of a front end make way. */
function keepInCache(dist: string, kept: string): void {
  const folder = dirname(kept);
  const unfinished = mkdtempSync(join(folder, 'new-'));
  cpSync(dist, unfinished, { recursive: true });
  // Another checkout may have put the same build there meanwhile.
  if (existsSync(kept)) rmSync(unfinished, { recursive: true, force: true });
  else renameSync(unfinished, kept);
  const name = basename(kept).replace(/-[^-]+-[^-]+$/, '-');
  const builds = readdirSync(folder)
    .filter((entry) => entry.startsWith(name))
    .map((entry) => ({ path: join(folder, entry), atMs: statSync(join(folder, entry)).mtimeMs }))
    .sort((a, b) => b.atMs - a.atMs);
  for (const { path } of builds.slice(buildsKept)) rmSync(path, { recursive: true, force: true });
}

/** One hash over the names and contents of files, tests and build results left out: the same in every checkout. */
function hashOf(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addToHash(hash, root, path);
  return hash.digest('hex').slice(0, 32);
}

function addToHash(hash: ReturnType<typeof createHash>, root: string, path: string): void {
  if (!existsSync(path)) return;
  const entries = readEntries(path);
  if (entries === undefined) {
    hash.update(relative(root, path)).update(readFileSync(path));
    return;
  }
  for (const entry of entries.filter((name) => name !== 'dist' && !name.includes('.test.')).sort())
    addToHash(hash, root, join(path, entry));
}

function readEntries(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}
