import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './data-folder.ts';

/** Where Temporal's development server keeps its state, and whether what another one kept was set aside for it. */
export interface TemporalFile {
  readonly path: string;
  /** The version of the server whose file was set aside. */
  readonly replaced: string | null;
}

/**
 * The file of the development server of this version. The server does not bring its tables up to date (1.32 finds no
 * schedules in a file of 1.29), so a file of another minor version is set aside; Postgres knows what to start again.
 */
export function temporalFileFor(folder: string, version: string): TemporalFile {
  const path = join(folder, 'temporal.sqlite');
  const record = join(folder, 'temporal-server-version');
  const last = !existsSync(path) ? version : existsSync(record) ? readFileSync(record, 'utf8').trim() : 'unknown';
  const isOfAnother = minorOf(last) !== minorOf(version);
  if (isOfAnother) {
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${path}.of-${last}${suffix}`);
    }
  }
  writeWhole(record, `${version}\n`);
  return { path, replaced: isOfAnother ? last : null };
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
