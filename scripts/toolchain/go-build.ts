import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheSubfolder } from '../cache.ts';
import { withFileLock } from '../process/file-lock.ts';
import { startProcess } from '../process/managed.ts';
import { say, sayWhileWaiting, seconds } from '../progress.ts';
import { type Found, findProgram, isExecutable, type Missing } from './found.ts';

/** A program that Go builds from a published module into the cache. */
export interface GoProgram {
  /** What people call it. */
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
  /** What to tell a person who waits: `about 4 minutes on two cores`. */
  readonly expected: string;
}

/** Where the built program stands in the cache, whether or not it is there yet. */
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
  const done = sayWhileWaiting(`building ${program.name}`);
  try {
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
      const compiler = await startProcess({
        name: `go ${args[0]} ${program.package}`,
        command: go,
        args,
        cwd: workFolder,
        env: { ...process.env, CGO_ENABLED: '0', GOBIN: workFolder, GOFLAGS: '' },
      });
      const { code } = await compiler.exited;
      if (code !== 0) return { missing: `go ${args[0]} ${program.package} failed:\n${compiler.logTail()}` };
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
