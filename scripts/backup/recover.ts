import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startProcess } from '../process/managed.ts';
import { type OtherUser, runAs } from '../services/drop-privileges.ts';
import type { PostgresBinaries } from '../toolchain/postgres.ts';
import type { Backup, BackupStore } from './store.ts';

export interface Recovery {
  readonly store: BackupStore;
  readonly backup: Backup;
  readonly binaries: Pick<PostgresBinaries, 'postgres'>;
  /** The unpacked backup. */
  readonly cluster: string;
  readonly identity: OtherUser | undefined;
  /** The moment to recover to; null for all that was archived. */
  readonly at: Date | null;
}

/** A recovered database that nobody else can reach. */
export interface RecoveredDatabase {
  readonly url: string;
  /** The commit of the last transaction that was replayed; null when none was. */
  readonly lastCommit: Date | null;
}

/** A log of many hours takes its time. */
const REPLAY_MS = 24 * 3_600_000;

/**
 * Replays the log up to the moment and opens the database for the work, then shuts it down cleanly. It listens on a
 * socket in a folder that only this user can enter, so no program can reach it before the work is done. Its own log
 * stays in the folder, to be archived by the server that runs on it later.
 * @throws Error with Postgres' last lines when the log cannot be replayed to the moment
 */
export async function withRecovered<Result>(
  recovery: Recovery,
  work: (recovered: RecoveredDatabase) => Promise<Result>,
): Promise<Result> {
  const { backup, binaries, cluster, identity } = recovery;
  // The path of a socket may have 107 bytes.
  const room = mkdtempSync(join(tmpdir(), 'tg-'));
  try {
    if (identity !== undefined) chownSync(room, identity.uid, identity.gid);
    chmodSync(room, 0o700);
    writeFileSync(join(room, 'pg.conf'), configuration(recovery, room), { mode: 0o644 });
    writeFileSync(join(room, 'hba.conf'), 'local all all trust\n', { mode: 0o644 });
    writeFileSync(join(room, 'ident.conf'), '', { mode: 0o644 });
    writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o644 });
    const url = `postgres://${encodeURIComponent(backup.user)}@/${backup.database}?host=${encodeURIComponent(room)}`;
    const args = ['-D', cluster, '-c', `config_file=${join(room, 'pg.conf')}`];
    let ended = false;
    const start = () =>
      startProcess({
        name: 'Postgres',
        ...runAs(identity, binaries.postgres, args),
        stopSignal: 'SIGINT',
        stopTimeoutMs: 600_000,
        readyTimeoutMs: REPLAY_MS,
        ready: () => isOpen(url),
      });
    const server = await start().catch((error: unknown) => {
      if (recovery.at === null || !wordsOf(error).includes(NOTHING_LATER)) throw failureOf(error);
      // All of the log is replayed, and nothing in it is later than the moment: that is the state at the moment.
      writeFileSync(join(room, 'pg.conf'), configuration({ ...recovery, at: null }, room));
      return start().catch((again: unknown) => {
        throw failureOf(again);
      });
    });
    void server.exited.then(() => (ended = true));
    try {
      return await work({ url, lastCommit: await lastCommitOf(url) });
    } finally {
      if (!ended) await server.stop();
    }
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function configuration({ store, at, cluster }: Recovery, room: string): string {
  const settings = {
    data_directory: cluster,
    hba_file: join(room, 'hba.conf'),
    ident_file: join(room, 'ident.conf'),
    listen_addresses: '',
    unix_socket_directories: room,
    unix_socket_permissions: '0700',
    // Nobody reads during the replay, so the sizes of the server that wrote the log do not matter.
    hot_standby: 'off',
    restore_command: `cp "${store.wal}/%f" "%p"`,
    recovery_target_timeline: 'latest',
    ...(at === null
      ? {}
      : {
          recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
          recovery_target_action: 'promote',
        }),
    // Kept for the server that runs here later: without a command, what is to be archived waits.
    archive_mode: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('');
}

async function isOpen(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ open: boolean }>('SELECT NOT pg_is_in_recovery() AS open');
    return rows[0]?.open === true;
  } finally {
    await client.end().catch(() => {});
  }
}

async function lastCommitOf(url: string): Promise<Date | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
    return rows[0]?.at ?? null;
  } finally {
    await client.end();
  }
}

const NOTHING_LATER = 'recovery ended before configured recovery target was reached';

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failureOf(error: unknown): Error {
  return new Error(`The backup could not be recovered: ${wordsOf(error)}`, { cause: error });
}
