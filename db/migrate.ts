import './require-node.ts';
import pg from 'pg';
import { Umzug, type UmzugStorage } from 'umzug';
import { loadSetting } from '../settings/load.ts';
import { MIGRATION_LOCK, migrationFiles, onlyExpands } from './migration-files.ts';

/**
 * Updates the database to the newest schema: runs every new `db/migrations/*.sql` in order of name, each in one
 * transaction with its record. Several processes may call it at once; one runs, the others wait. Forward only.
 *
 * @returns the names of the migrations that ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'tidegate-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, run_at TIMESTAMPTZ NOT NULL DEFAULT now())',
    );
    // Tells versions that do not know a migration whether they work after it.
    await client.query('ALTER TABLE migration ADD COLUMN IF NOT EXISTS expands BOOLEAN NOT NULL DEFAULT false');
    const umzug = new Umzug({ migrations: migrationsOf(client), storage: recordsOf(client), logger: undefined });
    const ran = await umzug.up();
    return ran.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

function migrationsOf(client: pg.Client) {
  return migrationFiles().map((file) => ({
    name: file.name,
    up: async () => {
      await client.query('BEGIN');
      try {
        await client.query(file.sql());
        await client.query('INSERT INTO migration (name, expands) VALUES ($1, $2)', [file.name, onlyExpands(file)]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      }
    },
  }));
}

function recordsOf(client: pg.Client): UmzugStorage {
  return {
    executed: async () => {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
      return rows.map(({ name }) => name);
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
    const words = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    say(`The schema could not be updated, and is as it was before the migration that failed: ${words}`);
    process.exitCode = 1;
  }
}
