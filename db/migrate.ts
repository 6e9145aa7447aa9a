import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Umzug, type UmzugStorage } from 'umzug';

const folder = join(import.meta.dirname, 'migrations');

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
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, run_at TIMESTAMPTZ NOT NULL DEFAULT now())',
    );
    const umzug = new Umzug({ migrations: migrationsOf(client), storage: recordsOf(client), logger: undefined });
    const ran = await umzug.up();
    return ran.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

// Any constant that no other lock uses.
const lockKey = 7_431_001;

function migrationsOf(client: pg.Client) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.sort().map((name) => ({
    name,
    up: async () => {
      await client.query('BEGIN');
      try {
        await client.query(readFileSync(join(folder, name), 'utf8'));
        await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
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

if (import.meta.main) {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set.');
  const ran = await migrate(url);
  process.stdout.write(ran.length === 0 ? 'The database is up to date.\n' : `Ran ${ran.join(', ')}.\n`);
}
