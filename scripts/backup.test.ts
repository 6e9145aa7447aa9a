import { execFile } from 'node:child_process';
import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encryptionKeyOf } from '../db/core/key-fingerprints.ts';
import { migrate } from '../db/schema/migrate.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';
import { type BackupStore, backupStore, listBackups } from './backup/store.ts';
import { type RunningPostgres, startPostgres } from './services/postgres.ts';
import { makeRunFolder } from './testing/run-folder.ts';

/** Each restore starts servers and programs. */
vi.setConfig({ testTimeout: 240_000 });

const KEYS = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), SANDBOX_SEED: TEST_MNEMONIC };
const folder = makeRunFolder();
const originDir = join(folder.path, 'origin');
const store = backupStore(join(folder.path, 'backups'));
let origin: RunningPostgres;
/** When each mark was committed. */
const moments: Record<string, Date> = {};
/** In which segment of the log each mark is: a busy machine archives one more now and then, by time. */
const segments: Record<string, string> = {};

beforeAll(async () => {
  origin = await startPostgres({ dataDir: join(originDir, 'postgres'), durability: 'durable', backups: store });
  await migrate(origin.url);
  await query(origin.url, 'CREATE TABLE marks (name TEXT)');
  const { fingerprint } = encryptionKeyOf(Buffer.alloc(32, 7));
  await query(origin.url, `INSERT INTO key_fingerprint VALUES ('encryption-key', '${fingerprint}')`);
  await mark('before');
  await query(origin.url, "INSERT INTO derivation_counter VALUES ('production', 'BTC', 64)");
});
afterAll(async () => {
  await origin.stop();
  folder.remove();
});

test('there is nothing to restore before the first backup', async () => {
  const { code, output } = await restore(['--reason', 'drill']);
  expect(output).toContain('There is no finished backup');
  expect(code).toBe(1);
});

test('a backup says how big it is and which moments can be restored', async () => {
  const { code, output } = await backup();
  expect(output).toMatch(/Backed up \d+\.\d MB as \d{8}T\d{6}Z in \d+\.\d s\./);
  expect(output).toMatch(/Any moment from 20\S+Z to 20\S+Z can be restored\./);
  expect(code).toBe(0);
  for (const name of ['first', 'second', 'third']) {
    await mark(name);
    await archive();
  }
});

test('a backup is proved by restoring it', async () => {
  const { code, output } = await backup('verify');
  expect(output).toMatch(/Trial balance: 0 transfers on \d+ accounts balance\./);
  expect(output).toContain('VERIFIED');
  expect(code).toBe(0);
});

test('restores a moment, and nothing of after it', async () => {
  const target = emptyFolder('moment');
  const { code, output } = await restore(['--reason', 'drill', '--at', between('first', 'second')], target);
  expect(output).toContain('RESTORED');
  expect(code, output).toBe(0);
  expect(await inRestored(target, marks)).toEqual(['before', 'first']);
});

test('restores all that was archived, and makes it safe before anything can start', async () => {
  const target = emptyFolder('newest');
  const { code, output } = await restore(['--reason', 'the disk burned'], target);
  expect(output).toContain('Stopped outgoing money on every network');
  expect(code).toBe(0);
  await inRestored(target, async (url) => {
    expect(await marks(url)).toEqual(['before', 'first', 'second', 'third']);
    const stops =
      "SELECT DISTINCT stopped, reason LIKE '%the disk burned%' AS said FROM emergency_stop WHERE network = '*'";
    expect(await query(url, stops)).toEqual([{ stopped: true, said: true }]);
    const { restored_to: restoredTo, checked_at: checkedAt } =
      (await query(url, 'SELECT * FROM database_restore'))[0] ?? {};
    expect(restoredTo).toBeInstanceOf(Date);
    expect(checkedAt).toBeNull();
    const alerts = 'SELECT kind FROM alert WHERE resolved_at IS NULL';
    expect(await query(url, alerts)).toEqual([{ kind: 'database_restored' }]);
    const counters = 'SELECT min(next_index)::int AS least, max(next_index)::int AS most FROM derivation_counter';
    expect(await query(url, counters)).toEqual([{ least: 20_000, most: 20_064 }]);
  });
});

test.for([
  { what: 'a moment before the first backup', args: ['--at', '2020-01-01T00:00:00Z'], says: 'before the first backup' },
  { what: 'a moment without a time zone', args: ['--at', '2026-11-23 10:00'], says: 'with its time zone' },
  { what: 'a moment in the future', args: ['--at', '2999-01-01T00:00:00Z'], says: 'in the future' },
  { what: 'an unknown backup', args: ['--backup', 'yesterday'], says: 'There is no backup yesterday' },
])('refuses $what and changes nothing', async ({ args, says }) => {
  const target = emptyFolder('refused');
  const { code, output } = await restore(['--reason', 'drill', ...args], target);
  expect(output).toContain(says);
  expect(code).toBe(1);
  expect(existsSync(target)).toBe(false);
});

test('refuses a folder that is not empty, such as that of the running database', async () => {
  const { code, output } = await restore(['--reason', 'drill'], originDir);
  expect(output).toContain('is not empty');
  expect(code).toBe(1);
  expect(readdirSync(join(originDir, 'postgres')).sort()).toEqual(['cluster', 'password']);
  expect(await marks(origin.url)).toEqual(['before', 'first', 'second', 'third']);
});

test('a gap in the log is named, and what is before it can be restored', async () => {
  const damaged = copyOfStore('gap');
  const lost = segments.second ?? '';
  rmSync(join(damaged.wal, lost));
  const listed = await backup('list', damaged);
  expect(listed.output).toContain(`GAP: the segment ${lost}`);
  expect(listed.code).toBe(1);
  const target = emptyFolder('gap-target');
  const refused = await restore(['--reason', 'drill'], target, damaged);
  expect(refused.output).toContain(`The segment ${lost} is missing`);
  expect(refused.code).toBe(1);
  expect(existsSync(target)).toBe(false);
  const before = /--at (\S+),/.exec(refused.output)?.[1] ?? '';
  const { code, output } = await restore(['--reason', 'drill', '--at', before], target, damaged);
  expect(code, output).toBe(0);
  expect(await inRestored(target, marks)).toEqual(['before', 'first']);
});

test('a damaged backup is refused and leaves nothing behind', async () => {
  const damaged = copyOfStore('damaged');
  const [only] = listBackups(damaged);
  appendFileSync(join(damaged.base, only?.name ?? '', 'backup_manifest'), ' ');
  const spoilt = join(damaged.base, only?.name ?? '', 'base.tar.gz');
  copyFileSync(join(damaged.wal, readdirSync(damaged.wal)[0] ?? ''), spoilt);
  const target = emptyFolder('damaged-target');
  const { code, output } = await restore(['--reason', 'drill'], target, damaged);
  expect(output).toMatch(/^FAILED: /m);
  expect(code).toBe(1);
  expect(existsSync(join(target, 'postgres', 'cluster'))).toBe(false);
  expect(existsSync(join(target, 'postgres', 'cluster.restoring'))).toBe(false);
});

test('a database that does not archive its log cannot be backed up, and the lines that are missing are named', async () => {
  const other = await startPostgres({ dataDir: join(emptyFolder('other'), 'postgres'), durability: 'durable' });
  try {
    await migrate(other.url);
    const { code, output } = await run('backup', [], { DATABASE_URL: other.url, BACKUP_DIR: store.folder });
    expect(output).toContain("archive_library = 'basic_archive'");
    expect(code).toBe(1);
  } finally {
    await other.stop();
  }
});

test('the restored database archives on into the same store, and can be restored again', async () => {
  const chained = copyOfStore('chained');
  const target = emptyFolder('chained');
  const first = await restore(['--reason', 'drill'], target, chained);
  expect(first.code, first.output).toBe(0);
  const restored = await startPostgres({ dataDir: join(target, 'postgres'), durability: 'durable', backups: chained });
  try {
    await query(restored.url, "INSERT INTO marks VALUES ('after the restore')");
    await archive(restored.url, chained);
  } finally {
    await restored.stop();
  }
  const again = emptyFolder('again');
  const { code, output } = await restore(['--reason', 'drill'], again, chained);
  expect(code, output).toBe(0);
  expect(output).toMatch(/Follows timeline 2, which an earlier restore began \(archived 20\S+Z\), not timeline 1 /);
  expect(await inRestored(again, marks)).toEqual(['before', 'first', 'second', 'third', 'after the restore']);
});

test('deletes old backups with the log that only they need', async () => {
  const { code, output } = await backup('prune --keep 1');
  expect(output).toContain('Deleted 0 backups');
  expect(code).toBe(0);
  expect((await backup('prune --keep none')).output).toContain('must be a whole number');
  expect(listBackups(store)).toHaveLength(1);
});

test.each([
  ['without keys', { ENCRYPTION_KEY: '', SANDBOX_SEED: '' }, 'The keys of the old installation are missing'],
  ['with another key', { ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') }, 'belongs to another ENCRYPTION_KEY'],
])('%s nothing is restored', async (_what, keys, words) => {
  const target = emptyFolder('keyless');
  const env = { ...KEYS, ...keys, DATA_DIR: target, BACKUP_DIR: store.folder };
  const { code, output } = await run('restore', ['--reason', 'drill'], env);
  expect(output).toContain(words);
  expect(code).toBe(1);
  expect(existsSync(join(target, 'postgres', 'cluster'))).toBe(false);
});

async function mark(name: string): Promise<void> {
  const [row] = await query(origin.url, `INSERT INTO marks VALUES ('${name}') RETURNING clock_timestamp() AS at`);
  moments[name] = row?.at as Date;
  const [written] = await query(origin.url, 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment');
  segments[name] = String(written?.segment);
}

function between(one: string, other: string): string {
  return new Date(((moments[one]?.getTime() ?? 0) + (moments[other]?.getTime() ?? 0)) / 2).toISOString();
}

/** Ends the segment and waits until it is in the store. */
async function archive(url = origin.url, { wal }: BackupStore = store): Promise<void> {
  const [row] = await query(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS segment');
  await expect.poll(() => existsSync(join(wal, String(row?.segment)))).toBe(true);
}

async function marks(url: string): Promise<unknown[]> {
  return (await query(url, 'SELECT name FROM marks')).map(({ name }) => name);
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a server on what was restored, as `npm start` does. */
async function inRestored<Result>(target: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const server = await startPostgres({ dataDir: join(target, 'postgres'), durability: 'durable' });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** A folder that is not there yet, also for a second try of a test. */
function emptyFolder(name: string): string {
  named += 1;
  return join(folder.path, `${name}-${named}`);
}

let named = 0;

function copyOfStore(name: string): BackupStore {
  const copy = backupStore(emptyFolder(`backups-${name}`));
  mkdirSync(copy.folder);
  cpSync(store.folder, copy.folder, { recursive: true, preserveTimestamps: true });
  return copy;
}

function backup(command = '', { folder: BACKUP_DIR }: BackupStore = store) {
  const args = command === '' ? [] : command.split(' ');
  return run('backup', args, { DATABASE_URL: origin.url, BACKUP_DIR });
}

function restore(args: string[], target = join(folder.path, 'nowhere'), { folder: BACKUP_DIR }: BackupStore = store) {
  return run('restore', args, { ...KEYS, DATA_DIR: target, BACKUP_DIR });
}

async function run(script: 'backup' | 'restore', args: readonly string[], env: NodeJS.ProcessEnv) {
  const command = [join(import.meta.dirname, `${script}.ts`), ...args];
  const ended = await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code: ended.code, output: `${ended.stdout}${ended.stderr}` };
}
