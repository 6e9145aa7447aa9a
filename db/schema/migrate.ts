import '../core/require-node.ts';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Umzug, type UmzugStorage } from 'umzug';
import { loadSetting } from '../../settings/load.ts';
import { explainedDatabase } from '../core/explained.ts';
import { ensureMonths } from '../growth/months.ts';
import {
  concurrentIndex,
  isBeforeBaseline,
  lockedTables,
  MIGRATION_LOCK,
  type MigrationFile,
  migrationFiles,
  onlyExpands,
  sinceBaseline,
} from './migration-files.ts';

/**
 * Updates the database to the newest schema: runs the baseline and every new `db/migrations/*.sql` in order of name,
 * each in one transaction with its record, except indexes that are built while tables are written to. Several processes
 * may call it at once; one runs, the others wait. Forward only. Then makes the months that growing tables lack, so that
 * programs find them.
 *
 * @returns the names of the migrations that ran.
 * @throws for a database from before the baseline that lacks some of it
 */
export async function migrate(url: string, files = migrationFiles()): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'tidegate-migrate' });
  // A server that stops fails the statement that runs; the event alone would end the whole process.
  client.on('error', () => {});
  await client.connect();
  try {
    await lock(client);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, run_at TIMESTAMPTZ NOT NULL DEFAULT now())',
    );
    // Tells versions that do not know a migration whether they work after it.
    await client.query('ALTER TABLE migration ADD COLUMN IF NOT EXISTS expands BOOLEAN NOT NULL DEFAULT false');
    const umzug = new Umzug({ migrations: migrationsOf(client, files), storage: recordsOf(client), logger: undefined });
    const ran = await umzug.up();
    await untilUnlocked(() => inTransaction(client, () => ensureMonths(client, Date.now())));
    return ran.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Asks again instead of waiting in a statement: an index that is built concurrently waits for every statement. */
async function lock(client: pg.Client): Promise<void> {
  const isFree = async () => {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [MIGRATION_LOCK]);
    return rows[0]?.free === true;
  };
  while (!(await isFree())) await setTimeout(LOCK_PAUSE_MS);
}

function migrationsOf(client: pg.Client, files: readonly MigrationFile[]) {
  return files.map((file) => ({ name: file.name, up: () => untilUnlocked(() => run(client, file)) }));
}

/** Repeats a transaction that did not get its locks in time. */
async function untilUnlocked(transaction: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw error;
      await setTimeout(LOCK_PAUSE_MS * (1 + Math.random()));
    }
  }
}

function run(client: pg.Client, file: MigrationFile): Promise<void> {
  const index = concurrentIndex(file);
  if (index !== undefined) return build(client, file, index);
  const locked = lockedTables(file);
  return inTransaction(client, async () => {
    // Later sessions wait behind a lock that is waited for, so the wait is short and repeated. It also ends before
    // Postgres looks for deadlocks, so that of a migration and a payment the migration gives way.
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    if (locked.length > 0) await client.query(`LOCK TABLE ${locked.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await client.query(file.sql());
    await record(client, file);
  });
}

/** Interrupted, it left an index that is not used but kept up to date, which is built again. */
async function build(client: pg.Client, file: MigrationFile, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  );
  if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  await client.query(file.sql());
  await record(client, file);
}

async function record(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('INSERT INTO migration (name, expands) VALUES ($1, $2)', [file.name, onlyExpands(file)]);
}

async function inTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const TOO_OLD =
  'The database was made by an older version and lacks some of its migrations. Update it with that version first.';

const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_TIMEOUT_MS = 100;
const LOCK_PAUSE_MS = 300;
/** About a minute and a half. */
const LOCK_ATTEMPTS = 200;

function recordsOf(client: pg.Client): UmzugStorage {
  return {
    executed: async () => {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
      if (isBeforeBaseline(rows)) throw new Error(TOO_OLD);
      return sinceBaseline(rows).map(({ name }) => name);
    },
    // Each migration writes its record in its own transaction.
    logMigration: async () => {},
    unlogMigration: () => Promise.reject(new Error('Migrations go forward only.')),
  };
}

if (import.meta.main) await main();

async function main(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const url = loadSetting(process.env, 'DATABASE_URL');
  if (!url) {
    say(
      'Set DATABASE_URL to the database, such as postgres://tidegate:…@db.example:5432/tidegate, or DATABASE_URL_FILE.',
    );
    process.exitCode = 1;
    return;
  }
  try {
    const ran = await migrate(url);
    say(ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.join(', ')}.`);
  } catch (error) {
    // The driver's messages name server, database or user, and never the password.
    const words =
      error instanceof AggregateError ? error.errors.map(String).join('; ') : String(explainedDatabase(error));
    say(`The schema could not be updated, and is as it was before the migration that failed: ${words}`);
    process.exitCode = 1;
  }
}
