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
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, seconds } from '../progress.ts';

const folders = ['invoice-page', 'admin', 'site', 'packages'];
/** Of each front end, for checkouts and branches that take turns. */
const buildsKept = 8;

/** Sources outside of the front end's folder: the API reference, guides and changelog of `site`, words of all. */
const sharedSources = [
  'domain',
  'contract',
  'locales',
  'docs/openapi.json',
  'CHANGELOG.md',
  'docs/quickstarts.md',
  'docs/quickstart',
  'docs/api',
  'docs/webhooks.md',
  'package-lock.json',
  'tsconfig.json',
];

/** Sources of the archives of the SDKs, besides `packages/`. */
const archiveSources = [
  'scripts/build-archives.ts',
  'scripts/sdk-archives',
  'api/cms/zip.ts',
  'LICENSE',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * Builds each front end whose sources have changed, and the archives of the SDKs, all at once; what any checkout has
 * built is in the cache.
 */
export async function buildFrontEnds(root: string): Promise<void> {
  const buildable = folders.filter((folder) => [join(root, folder), programOf(root, folder)].every(existsSync));
  await Promise.all(buildable.map((folder) => buildIfChanged(root, folder)));
}

/**
 * Copies the build of the present sources of a front end or of `packages` into a folder that belongs to the caller.
 * Built only if no checkout has built these sources before.
 * @internal For tests.
 */
export async function copyFrontEnd(root: string, folder: string, into: string): Promise<void> {
  await withBuildLock(root, folder, async () => {
    const { path } = await keptBuild(root, folder, stampOf(root, folder));
    cpSync(path, into, { recursive: true });
  });
}

async function buildIfChanged(root: string, folder: string): Promise<void> {
  const dist = join(root, folder, 'dist');
  const stampFile = join(dist, '.built-from');
  const stamp = stampOf(root, folder);
  const isCurrent = (): boolean => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isCurrent()) return;
  await withBuildLock(root, folder, async () => {
    if (isCurrent()) return;
    const startedMs = Date.now();
    const { path, isNew } = await keptBuild(root, folder, stamp);
    rmSync(dist, { recursive: true, force: true });
    cpSync(path, dist, { recursive: true });
    writeFileSync(stampFile, stamp);
    say(`  ${folder}: ${isNew ? 'built' : 'taken from the cache'} after ${seconds(Date.now() - startedMs)}`);
  });
}

function withBuildLock(root: string, folder: string, work: () => Promise<void>): Promise<void> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  return withFileLock(join(cache, `build-${folder}.lock`), work);
}

/** The build of these sources in the cache, made if it is missing. Nothing in it may be changed. */
async function keptBuild(root: string, folder: string, stamp: string): Promise<{ path: string; isNew: boolean }> {
  const builds = cacheSubfolder('front-ends');
  const path = join(builds, `${folder}-${stamp}`);
  if (existsSync(path)) {
    const now = new Date();
    // Recently used builds are removed last.
    utimesSync(path, now, now);
    return { path, isNew: false };
  }
  const unfinished = mkdtempSync(join(builds, 'new-'));
  try {
    await build(root, folder, unfinished);
    // Another checkout may have put the same build there meanwhile.
    if (!existsSync(path)) renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldest(folder);
  return { path, isNew: true };
}

async function build(root: string, folder: string, into: string): Promise<void> {
  const vite = [
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
    '--outDir',
    into,
    '--emptyOutDir',
  ];
  const step = await startProcess({
    name: `the build of ${folder}`,
    command: process.execPath,
    args: folder === 'packages' ? [programOf(root, folder), into] : vite,
    cwd: join(root, folder),
    // A test runner says `test`, for which React would be built with its checks for developers.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const { code } = await step.exited;
  if (code !== 0) throw new Error(`${folder} could not be built:\n${step.logTail()}`);
}

/** The program that makes a build: a folder without it is not built. */
function programOf(root: string, folder: string): string {
  return folder === 'packages' ? join(root, 'scripts/build-archives.ts') : join(root, folder, 'vite.config.ts');
}

/** The builds of a front end that were used longest ago make way. */
function removeOldest(folder: string): void {
  const builds = cacheSubfolder('front-ends');
  const kept = readdirSync(builds)
    .filter((entry) => entry.replace(/-[^-]+-[^-]+$/, '') === folder)
    .map((entry) => ({ path: join(builds, entry), atMs: statSync(join(builds, entry)).mtimeMs }))
    .sort((a, b) => b.atMs - a.atMs);
  for (const { path } of kept.slice(buildsKept)) rmSync(path, { recursive: true, force: true });
}

/** Names the present sources of a build. */
function stampOf(root: string, folder: string): string {
  const sources = folder === 'packages' ? archiveSources : sharedSources;
  const shared = sources.map((source) => join(root, source));
  return `${hashOf(root, shared)}-${hashOf(root, [join(root, folder)])}`;
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
