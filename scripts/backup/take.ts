import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { archiveSettings, type Backup, type BackupStore, bytesIn, saveBackup } from './store.ts';
import { segmentAt, type WalPlace } from './wal.ts';

/** The time that Postgres may take to archive a requested segment. */
const ARCHIVE_MS = 60_000;

/**
 * Takes a base backup: Postgres itself writes it, compressed and with the checksum of each file, and waits until the
 * log that belongs to it is archived. The database keeps serving.
 * @throws Error with the reason when the log is not archived into the store, or Postgres could not write there
 */
export async function takeBackup(store: BackupStore, url: string): Promise<Backup> {
  const client = new pg.Client({ connectionString: url, application_name: 'tidegate-backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    const facts = await readFacts(client);
    await requireArchiving(client, store);
    const startedMs = Date.now();
    const name = new Date(startedMs).toISOString().replace(/[-:]|\.\d+/g, '');
    const folder = join(store.base, name);
    const { from, to } = await writeBaseBackup(url, { folder, name });
    if (!existsSync(join(folder, 'base.tar.gz')))
      throw new Error(`Postgres wrote the backup to ${folder} of its own machine: run this command there.`);
    const last = segmentAt(to, facts.segmentBytes);
    await requireArchived(store, last);
    // Postgres recovers to moments after the end of the backup only, and the segment was archived after it.
    const finishedAt = statSync(join(store.wal, last)).mtime.toISOString();
    const seconds = (Date.now() - startedMs) / 1_000;
    const backup = { name, finishedAt, seconds, from, to, ...facts, bytes: bytesIn(folder) };
    saveBackup(store, backup);
    return backup;
  } finally {
    await client.end();
  }
}

type Facts = Pick<Backup, 'segmentBytes' | 'postgres' | 'database' | 'user' | 'migration'>;

async function readFacts(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<{ segment: string; version: string; db: string; usr: string; spaces: string }>(
    `SELECT pg_size_bytes(current_setting('wal_segment_size')) AS segment,
       current_setting('server_version_num') AS version, current_database() AS db, current_user AS usr,
       (SELECT count(*) FROM pg_tablespace) AS spaces`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('Postgres does not say which version it is.');
  if (Number(row.spaces) > 2) throw new Error('The database uses tablespaces, which this command does not back up.');
  const newest = await client.query<{ name: string }>('SELECT max(name) AS name FROM migration').catch(() => {
    throw new Error(`The database ${row.db} is not one of Tidegate: it has no table of migrations.`);
  });
  return {
    segmentBytes: Number(row.segment),
    postgres: Math.floor(Number(row.version) / 10_000),
    database: row.db,
    user: row.usr,
    migration: newest.rows[0]?.name ?? '',
  };
}

/** Without the log, a base backup cannot be restored at all: so it is tried before the work begins. */
async function requireArchiving(client: pg.Client, store: BackupStore): Promise<void> {
  const { rows } = await client.query<{ mode: string }>("SELECT current_setting('archive_mode') AS mode");
  if (rows[0]?.mode !== 'on' && rows[0]?.mode !== 'always') {
    throw new Error(
      `Postgres does not archive its log. Add to postgresql.conf and restart Postgres:\n${archiveLines(store)}`,
    );
  }
  // The message makes sure that there is something in the segment to switch from.
  const { rows: written } = await client.query<{ segment: string }>(
    "SELECT pg_walfile_name(pg_logical_emit_message(false, 'tidegate', 'backup')) AS segment",
  );
  const segment = written[0]?.segment ?? '';
  await client.query('SELECT pg_switch_wal()');
  await requireArchived(store, segment, async () => {
    const failed = await client.query<{ failed: string | null; count: string }>(
      'SELECT last_failed_wal AS failed, failed_count AS count FROM pg_stat_archiver',
    );
    const { failed: wal, count } = failed.rows[0] ?? { failed: null, count: '0' };
    return wal === null ? '' : ` Archiving ${wal} failed, ${count} failures so far: see the log of Postgres.`;
  });
}

async function requireArchived(
  store: BackupStore,
  segment: string,
  reason: () => Promise<string> = async () => '',
): Promise<void> {
  const file = join(store.wal, segment);
  for (const deadlineMs = Date.now() + ARCHIVE_MS; !existsSync(file); ) {
    if (Date.now() > deadlineMs) {
      throw new Error(
        `After ${ARCHIVE_MS / 1_000} s the segment ${segment} of the log is not in ${store.wal}.${await reason()}\n` +
          `Postgres must archive there:\n${archiveLines(store)}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** As they are written in postgresql.conf. */
function archiveLines(store: BackupStore): string {
  return Object.entries(archiveSettings(store))
    .map(([name, value]) => `  ${name} = '${value}'`)
    .join('\n');
}

/** `BASE_BACKUP` of the replication protocol: the same that pg_basebackup sends with `--target=server`. */
async function writeBaseBackup(
  url: string,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<{ readonly from: WalPlace; readonly to: WalPlace }> {
  const client = new pg.Client({ connectionString: url, replication: 'true' } as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  try {
    const command = `BASE_BACKUP (LABEL '${name}', CHECKPOINT 'fast', WAIT true, MANIFEST 'yes',
      MANIFEST_CHECKSUMS 'SHA256', COMPRESSION 'gzip', TARGET 'server', TARGET_DETAIL '${folder}')`;
    // The places where it begins and ends are the first and the last rows; in between it lists tablespaces.
    const results = (await client.query(command)) as unknown as pg.QueryResult<{ recptr?: string; tli?: string }>[];
    const places = results
      .flatMap(({ rows }) => rows)
      .flatMap(({ recptr, tli }) => (recptr === undefined ? [] : [{ timeline: Number(tli), lsn: recptr }]));
    const [from, to] = places;
    if (from === undefined || to === undefined) throw new Error('Postgres does not say where the backup begins.');
    return { from, to };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Postgres could not write the backup to ${folder}: ${why}`, { cause: error });
  } finally {
    await client.end();
  }
}
