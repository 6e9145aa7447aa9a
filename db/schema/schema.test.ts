import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { migrate } from './migrate.ts';
import { MIGRATION_LOCK, migrationFiles } from './migration-files.ts';
import { schemaProblem } from './schema.ts';

let database: TestDatabase;
let db: Db;
const files = migrationFiles().map(({ name }) => name);
const newest = files.at(-1) ?? 'none';

beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

async function empty(): Promise<void> {
  await execute(db, 'DROP SCHEMA public CASCADE');
  await execute(db, 'CREATE SCHEMA public');
}

/** As if an older version had made the database. */
const forget = (name: string) => execute(db, "UPDATE migration SET name = '0001.sql' WHERE name = $1", [name]);

test('the schema of this version fits', async () => {
  expect(await schemaProblem(db)).toBeUndefined();
});

test('an empty database may still be migrated, and fits then', async () => {
  await empty();
  expect(await schemaProblem(db)).toEqual({
    message: 'The database is empty. Run npm run migrate.',
    mayPass: true,
  });
  await migrate(database.url);
  expect(await schemaProblem(db)).toBeUndefined();
});

test('an older database does not fit, and the missing migration is named', async () => {
  await forget(newest);
  expect(await schemaProblem(db)).toEqual({
    message: `The database is older than this version of Tidegate: ${newest} did not run yet. Run npm run migrate.`,
    mayPass: false,
  });
});

test('an older database may fit once the migration that is running has finished', async () => {
  await forget(newest);
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  expect(await schemaProblem(db)).toMatchObject({ mayPass: true, message: expect.stringContaining('is running') });
  await other.end();
});

test('a database that a newer version has contracted does not fit', async () => {
  await execute(db, "INSERT INTO migration (name) VALUES ('9999-gone.sql')");
  expect(await schemaProblem(db)).toEqual({
    message: expect.stringMatching(/^The database is newer .* does not know 9999-gone\.sql\. Start the newer version/),
    mayPass: false,
  });
});

test('a database that a newer version has only expanded fits', async () => {
  await execute(db, "INSERT INTO migration (name, expands) VALUES ('9999-more.sql', true)");
  expect(await schemaProblem(db)).toBeUndefined();
});

test('records of migrations that ran before the column existed count as no expansions', async () => {
  await execute(db, 'ALTER TABLE migration DROP COLUMN expands');
  expect(await schemaProblem(db)).toBeUndefined();
  await execute(db, "INSERT INTO migration (name) VALUES ('9999-gone.sql')");
  expect(await schemaProblem(db)).toMatchObject({ mayPass: false });
  await execute(db, "DELETE FROM migration WHERE name = '9999-gone.sql'");
  await migrate(database.url);
  expect(await select(db, 'SELECT 1 FROM migration WHERE expands')).toEqual([]);
});
