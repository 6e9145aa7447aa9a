import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { say, sayWhileWaiting, seconds } from '../progress.ts';
import { type Found, findProgram, isExecutable, isFound, type Missing } from './found.ts';
import { cachedProgramPath, ensureGoProgram, type GoProgram } from './go-build.ts';

/** 1.5.1 is the newest that `go install` builds without a go.mod of one's own. */
const version = '1.5.1';

const goProgram: GoProgram = {
  name: 'temporal',
  binary: 'temporal',
  package: 'github.com/temporalio/cli/cmd/temporal',
  version: `v${version}`,
  ldflags: `-s -w -X github.com/temporalio/cli/temporalcli.Version=${version}`,
  expected: 'about 4 minutes on two cores',
};

/**
 * An address that does not answer by then is taken for out of reach, so that a machine without network is not held up.
 */
const probeTimeoutMs = 4_000;
const downloadTimeoutMs = 5 * 60_000;

/**
 * The Temporal CLI, whose development server the project runs: `temporal` on the PATH (or named by `TEMPORAL_CLI`), the
 * cache, the SDK's own download, a build by Go; in this order.
 */
export async function ensureTemporal(): Promise<Found | Missing> {
  const present = findProgram(['temporal'], 'TEMPORAL_CLI') ?? findCached();
  if (present !== undefined) return present;
  const fetched = await withFileLock(join(cacheSubfolder('tools'), 'temporal-download.lock'), download, (holder) =>
    say(`Waiting for process ${holder.pid}, which is fetching Temporal…`),
  );
  if (fetched !== undefined) return fetched;
  const built = await ensureGoProgram(goProgram);
  if (isFound(built)) return built;
  return {
    missing:
      `Temporal could be neither downloaded nor built (${built.missing}). ` +
      'Install the Temporal CLI, install Go, or set TEMPORAL_ADDRESS.',
  };
}

function findCached(): Found | undefined {
  const built = cachedProgramPath(goProgram);
  if (isExecutable(built)) return { path: built, origin: 'cache' };
  return findDownloaded();
}

function findDownloaded(): Found | undefined {
  const folder = downloadFolder();
  const name = readdirSync(folder).find((entry) => entry.startsWith('temporal-') && isExecutable(join(folder, entry)));
  return name === undefined ? undefined : { path: join(folder, name), origin: 'cache' };
}

function downloadFolder(): string {
  return cacheSubfolder('tools', 'temporal-sdk');
}

/** Lets the SDK fetch its server. It starts it too, which is why that happens in a process of its own. */
async function download(): Promise<Found | undefined> {
  const already = findCached();
  if (already !== undefined) return already;
  if (!(await isDownloadReachable())) return undefined;
  say('Downloading the Temporal server, once…');
  const startedMs = Date.now();
  const done = sayWhileWaiting('downloading Temporal');
  try {
    await runDownloader();
  } finally {
    done();
  }
  const found = findDownloaded();
  if (found !== undefined) say(`Downloaded Temporal in ${seconds(Date.now() - startedMs)}.`);
  return found;
}

async function isDownloadReachable(): Promise<boolean> {
  const system = `arch=${process.arch === 'x64' ? 'amd64' : process.arch}&platform=${process.platform}&format=tar.gz`;
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const answer = await fetch(`https://temporal.download/cli/default?${system}`, { signal });
    const description: unknown = await answer.json();
    if (typeof description !== 'object' || description === null || !('archiveUrl' in description)) return false;
    const archive = await fetch(String(description.archiveUrl), { method: 'HEAD', signal });
    return archive.ok;
  } catch {
    return false;
  }
}

function runDownloader(): Promise<void> {
  const script = fileURLToPath(new URL('./download-temporal.ts', import.meta.url));
  const child = spawn(process.execPath, [script, downloadFolder()], { stdio: 'ignore', timeout: downloadTimeoutMs });
  return new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
