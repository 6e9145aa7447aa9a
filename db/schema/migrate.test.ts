import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { until } from '../../scripts/testing/until.ts';
import { migrate } from './migrate.ts';
import { BASELINE, migrationFiles } from './migration-files.ts';

it('migrations run once and in order, also when several processes start at the same time', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('DROP SCHEMA public CASCADE');
    await client.query('CREATE SCHEMA public');
    const runs = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const files = migrationFiles().map(({ name }) => name);
    expect(files[0]).toBe(BASELINE);
    expect(runs.filter((ran) => ran.length > 0)).toEqual([files]);
    expect(await migrate(database.url)).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
  }
});

it('gives way to a transaction that holds one of its tables and needs another', async () => {
  const database = await createTestDatabase();
  const open = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    return client;
  };
  const [payment, onlooker] = [await open(), await open()];
  try {
    await payment.query('BEGIN; LOCK TABLE quote IN ROW EXCLUSIVE MODE');
    const migrated = migrate(database.url, [...migrationFiles(), TWO_TABLES]);
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'quote'::regclass`;
    await until(async () => (await onlooker.query(waiting)).rowCount === 1, 'the migration waits for the payment');
    await payment.query('LOCK TABLE profile IN ROW EXCLUSIVE MODE');
    await payment.query('COMMIT');
    expect(await migrated).toEqual([TWO_TABLES.name]);
  } finally {
    await Promise.all([payment.end(), onlooker.end()]);
    await database.drop();
  }
});

it('builds an index while its table is written to, and again if it was interrupted', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('CREATE INDEX payment_of_test ON payment (updated_at)');
    await client.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'payment_of_test'::regclass`);
    expect(await migrate(database.url, [...migrationFiles(), AN_INDEX])).toEqual([AN_INDEX.name]);
    const valid = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'payment_of_test'::regclass`;
    expect((await client.query(valid)).rows).toEqual([{ valid: true }]);
  } finally {
    await client.end();
    await database.drop();
  }
});

const migration = (name: string, text: string) => ({ name, sql: () => text });

const TWO_TABLES = migration(
  '9001-two-tables.sql',
  `-- locks: profile, quote
   ALTER TABLE profile ADD COLUMN of_test TEXT;
   ALTER TABLE quote ADD COLUMN of_test TEXT;`.replaceAll(/^ +/gm, ''),
);

const AN_INDEX = migration(
  '9001-index.sql',
  '-- concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS payment_of_test ON payment (updated_at);',
);

it('a database from before the baseline has it if it has all of its migrations, and is refused otherwise', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const [old, last] = ['0253-refund-coins.sql', '0257-api-requests.sql'];
    await client.query('DELETE FROM migration WHERE name = $1', [BASELINE]);
    await client.query('INSERT INTO migration (name) VALUES ($1), ($2)', [old, last]);
    expect(await migrate(database.url)).toEqual([]);
    await client.query('DELETE FROM migration WHERE name <> $1', [old]);
    await expect(migrate(database.url)).rejects.toThrow('lacks some of its migrations');
  } finally {
    await client.end();
    await database.drop();
  }
});
