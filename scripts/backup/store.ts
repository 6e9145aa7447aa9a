import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { writeWhole } from '../start/data-folder.ts';
import { followWal, segmentAt, type WalPlace } from './wal.ts';

/** The folder with base backups and the archived log. */
export interface BackupStore {
  readonly folder: string;
  /** Where Postgres archives its log. */
  readonly wal: string;
  /** Base backups, each in a folder named after its moment. */
  readonly base: string;
}

/** The record of a finished base backup. */
export interface Backup {
  readonly name: string;
  /** From the end of the backup on, any moment can be restored. */
  readonly finishedAt: string;
  readonly seconds: number;
  readonly from: WalPlace;
  readonly to: WalPlace;
  readonly segmentBytes: number;
  /** The major version of Postgres. */
  readonly postgres: number;
  readonly database: string;
  /** The administrator who took it; a recovery signs in as the same. */
  readonly user: string;
  /** The newest migration that had run. */
  readonly migration: string;
  readonly bytes: number;
}

/** How far the archived log takes a backup. */
export interface BackupReach {
  /** Up to here at least; null when the log does not even reach the end of the backup. */
  readonly until: Date | null;
  /** The missing segment that newer ones follow. */
  readonly gap: string | null;
  /** The timeline that the log ends in, where a restore began a later one than that of the backup, and when. */
  readonly later: { readonly timeline: number; readonly begunAt: Date } | null;
}

const FACTS = 'backup.json';

/**
 * The folder in `BACKUP_DIR`.
 * @throws Error when it is not set, or its name would mean something else in the commands of Postgres
 */
export function backupStore(path = process.env.BACKUP_DIR): BackupStore {
  if (!path) throw new Error('Set BACKUP_DIR to the folder for backups, on another disk than the database.');
  if (!isAbsolute(path) || /['"%\\\n]/.test(path))
    throw new Error(`BACKUP_DIR must be an absolute path without quotes, percent signs and backslashes: ${path}`);
  return { folder: path, wal: join(path, 'wal'), base: join(path, 'base') };
}

/** For a Postgres of ours: that it archives its log where `BACKUP_DIR` is set. @throws as {@link backupStore} */
export function archiveOf(env: NodeJS.ProcessEnv): { readonly backups?: BackupStore } {
  return env.BACKUP_DIR ? { backups: backupStore(env.BACKUP_DIR) } : {};
}

/** Makes the folders, for the user that Postgres runs as alone. */
export function makeStore(store: BackupStore, owner: { readonly uid: number; readonly gid: number } | undefined): void {
  for (const folder of [store.folder, store.wal, store.base]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  }
}

/** The settings that make Postgres archive its log into the store. */
export function archiveSettings(store: BackupStore): Record<string, string> {
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    // Part of Postgres: it writes a copy, syncs it and renames it, and never overwrites another file.
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': store.wal,
    // So much may be lost with the machine.
    archive_timeout: '60s',
  };
}

/** Finished base backups, the oldest first; one that was interrupted has no facts and is left out. */
export function listBackups(store: BackupStore): Backup[] {
  if (!existsSync(store.base))
    throw new Error(`There are no backups in ${store.folder}: ${store.base} does not exist.`);
  const names = readdirSync(store.base).sort();
  return names.flatMap((name) => {
    const file = join(store.base, name, FACTS);
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Backup] : [];
  });
}

/** Marks a backup as finished. */
export function saveBackup(store: BackupStore, backup: Backup): void {
  writeWhole(join(store.base, backup.name, FACTS), `${JSON.stringify(backup, null, 2)}\n`);
}

/** How far the log in the store takes this backup. */
export function reachOf(store: BackupStore, backup: Backup): BackupReach {
  const files = existsSync(store.wal) ? readdirSync(store.wal) : [];
  const histories = new Map(
    files
      .filter((file) => /^[0-9A-F]{8}\.history$/.test(file))
      .map((file) => [Number.parseInt(file.slice(0, 8), 16), readFileSync(join(store.wal, file), 'utf8')] as const),
  );
  const { from, segmentBytes } = backup;
  const { last, gap } = followWal(files, { from, histories, segmentBytes });
  // A segment was archived when it was full, or when the time for it was over: what it holds is older than its file.
  const until = last === null ? null : statSync(join(store.wal, last)).mtime;
  const timeline = last === null ? from.timeline : Number.parseInt(last.slice(0, 8), 16);
  const history = join(store.wal, `${last?.slice(0, 8)}.history`);
  const later = timeline === from.timeline ? null : { timeline, begunAt: statSync(history).mtime };
  return { until: until !== null && until >= new Date(backup.finishedAt) ? until : null, gap, later };
}

/**
 * Deletes all but the newest backups, and the segments of the log that are older than the oldest one that is kept.
 * Backups that were interrupted before it go as well.
 */
export function pruneBackups(store: BackupStore, keep: number): { backups: string[]; segments: number; bytes: number } {
  const oldest = listBackups(store).slice(-keep)[0];
  if (oldest === undefined) return { backups: [], segments: 0, bytes: 0 };
  const backups = readdirSync(store.base).filter((name) => name < oldest.name);
  // The numbers of segments go on when a restore begins a new timeline.
  const firstNeeded = segmentAt(oldest.from, oldest.segmentBytes).slice(8);
  const files = readdirSync(store.wal).filter((file) => /^[0-9A-F]{24}/.test(file) && file.slice(8, 24) < firstNeeded);
  let bytes = 0;
  for (const name of backups) {
    bytes += bytesIn(join(store.base, name));
    rmSync(join(store.base, name), { recursive: true });
  }
  for (const file of files) {
    bytes += statSync(join(store.wal, file)).size;
    rmSync(join(store.wal, file));
  }
  return { backups, segments: files.length, bytes };
}

/** The bytes of all files in a folder. */
export function bytesIn(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0);
}

/** Bytes as people read them: `41.2 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
