import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, sayWhileWaiting, seconds } from '../progress.ts';
import { type Found, findProgram, isExecutable, type Missing } from './found.ts';

/** A program that Go builds from a published module into the cache. */
export interface GoProgram {
  /** The name that people use for it. */
  readonly name: string;
  /** The name of the binary that `go install` makes. */
  readonly binary: string;
  /** The module's package, without version. */
  readonly package: string;
  readonly version: string;
  readonly ldflags?: string;
  /**
   * Built from a module of our own that asks for it: what `go install` refuses because the package replaces modules of
   * others.
   */
  readonly byOwnModule?: true;
  /** The module that the package is in, which is built only if it has this sum, and the Go that it needs. */
  readonly module?: { readonly path: string; readonly sum: string; readonly needsGo: string };
  /** The expected duration, for a person who waits: `about 4 minutes on two cores`. */
  readonly expected: string;
}

/** The path of the built program in the cache, whether or not it is there yet. */
export function cachedProgramPath(program: GoProgram): string {
  return join(cacheSubfolder('tools'), `${program.name}-${program.version}`, program.binary);
}

/**
 * The program from the cache, built into it when it is not there. Only one run builds at a time; another waits for it.
 */
export async function ensureGoProgram(program: GoProgram): Promise<Found | Missing> {
  const path = cachedProgramPath(program);
  if (isExecutable(path)) return { path, origin: 'cache' };
  const go = findProgram(['go'], 'GO') ?? findInstalledGo();
  if (go === undefined) return { missing: `Go is not installed, so ${program.name} cannot be built` };
  return withFileLock(
    `${dirname(path)}.lock`,
    async () => (isExecutable(path) ? { path, origin: 'cache' } : build(program, go.path, path)),
    (holder) => say(`Waiting for process ${holder.pid}, which is building ${program.name}…`),
  );
}

function findInstalledGo(): Found | undefined {
  const path = '/usr/local/go/bin/go';
  return isExecutable(path) ? { path, origin: 'path' } : undefined;
}

async function build(program: GoProgram, go: string, path: string): Promise<Found | Missing> {
  say(`Building ${program.name} ${program.version} with Go, once (${program.expected})…`);
  const startedMs = Date.now();
  // Built beside its place and moved there whole: an interrupted build leaves nothing that looks finished.
  const workFolder = mkdtempSync(`${dirname(path)}-build-`);
  const where = { go, workFolder };
  const done = sayWhileWaiting(`building ${program.name}`);
  try {
    const refused = await checkModule(program, where);
    if (refused !== undefined) return refused;
    const flags = ['-trimpath', ...(program.ldflags === undefined ? [] : ['-ldflags', program.ldflags])];
    const versioned = `${program.package}@${program.version}`;
    const steps = program.byOwnModule
      ? [
          ['mod', 'init', 'build'],
          ['get', versioned],
          ['build', ...flags, '-o', program.binary, program.package],
        ]
      : [['install', ...flags, versioned]];
    for (const args of steps) {
      const { code, output } = await runGo(where, args);
      if (code !== 0) return { missing: (await tooOld(program, where)) ?? `go ${args[0]} failed:\n${output}` };
    }
    mkdirSync(dirname(path), { recursive: true });
    renameSync(join(workFolder, program.binary), path);
    say(`Built ${program.name} in ${seconds(Date.now() - startedMs)}; it stays in ${dirname(path)}.`);
    return { path, origin: 'built' };
  } finally {
    done();
    rmSync(workFolder, { recursive: true, force: true });
  }
}

interface Where {
  readonly go: string;
  readonly workFolder: string;
}

/** Downloads the module and compares its sum, before anything of it is compiled. */
async function checkModule(program: GoProgram, where: Where): Promise<Missing | undefined> {
  const { name, version, module } = program;
  if (module === undefined) return undefined;
  const { code, output } = await runGo(where, ['mod', 'download', '-json', `${module.path}@${version}`]);
  if (code !== 0) return { missing: (await tooOld(program, where)) ?? `go mod download failed:\n${output}` };
  const sum = /"Sum": "([^"]+)"/.exec(output)?.[1];
  if (sum === module.sum) return undefined;
  return { missing: `refused, because the sum of ${name} ${version} is ${sum} and not ${module.sum}` };
}

/** The message if Go failed because it is old: without access to a newer Go, it reports that in many ways. */
async function tooOld({ name, version, module }: GoProgram, where: Where): Promise<string | undefined> {
  const installed = /go(\d+(?:\.\d+)*)/.exec((await runGo(where, ['version'])).output)?.[1];
  if (module === undefined || installed === undefined) return undefined;
  if (installed.localeCompare(module.needsGo, 'en', { numeric: true }) >= 0) return undefined;
  return `Go ${installed} is too old: ${name} ${version} needs Go ${module.needsGo} or newer`;
}

async function runGo(
  { go, workFolder }: Where,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const compiler = await startProcess({
    name: `go ${args[0]}`,
    command: go,
    args,
    cwd: workFolder,
    env: { ...process.env, CGO_ENABLED: '0', GOBIN: workFolder, GOFLAGS: '' },
  });
  const { code } = await compiler.exited;
  return { code, output: compiler.logTail() };
}
