import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { breakingChanges, excusedObjects, readSchema } from '../../scripts/testing/schema-changes.ts';
import {
  BASELINE,
  concurrentIndex,
  LAST_RELEASE,
  type MigrationFile,
  migrationFiles,
  onlyExpands,
} from './migration-files.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function startEmpty(): Promise<void> {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
}

/** The parts that older processes lose by a change. */
async function lostBy(sql: string): Promise<string[]> {
  const before = await readSchema(database.url);
  await client.query(sql);
  return breakingChanges(before, await readSchema(database.url)).map(({ object }) => object);
}

test('no migration since the last release takes away what its processes use, unless it says that it contracts', async () => {
  await startEmpty();
  const files = migrationFiles();
  expect(files.map(({ name }) => name)).toContain(LAST_RELEASE.migration);
  // A record of an earlier name would count as part of the baseline.
  expect(files.filter(({ name }) => name < BASELINE)).toEqual([]);
  for (const { sql } of files.filter(({ name }) => name <= LAST_RELEASE.migration)) await client.query(sql());
  for (const file of files.filter(({ name }) => name > LAST_RELEASE.migration)) {
    const before = await readSchema(database.url);
    await client.query(file.sql());
    if (!onlyExpands(file)) continue;
    const excused = excusedObjects(file.sql());
    const breaking = breakingChanges(before, await readSchema(database.url));
    // The alternative: docs/upgrade.md, "Migrations expand first".
    expect
      .soft(
        breaking.filter(({ object }) => !excused.has(object)),
        file.name,
      )
      .toEqual([]);
  }
});

const SHOP = `
  CREATE TABLE shop (
    id BIGINT PRIMARY KEY, name TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('new', 'open')), city TEXT
  );
  ALTER TABLE shop ADD CONSTRAINT shop_id CHECK (id > 0) NOT VALID;
  CREATE UNIQUE INDEX shop_name ON shop (name) WHERE status = 'open';`;
const STATUS_CHECK = 'ALTER TABLE shop DROP CONSTRAINT shop_status_check, ADD CONSTRAINT shop_status_check';

test.each([
  ['a dropped table, named once', 'DROP TABLE shop', ['table shop']],
  ['a renamed column', 'ALTER TABLE shop RENAME city TO town', ['column shop.city']],
  ['a changed type', 'ALTER TABLE shop ALTER city TYPE VARCHAR(9)', ['column shop.city']],
  ['a column that becomes required', 'ALTER TABLE shop ALTER city SET NOT NULL', ['column shop.city']],
  ['a new required column', 'ALTER TABLE shop ADD size INT NOT NULL', ['column shop.size']],
  ['a lost unique index', 'DROP INDEX shop_name', ["unique shop.btree (name) WHERE (status = 'open'::text)"]],
  ['a new unique index', 'CREATE UNIQUE INDEX shop_city ON shop (city)', ['unique shop.btree (city)']],
  ['a new check', 'ALTER TABLE shop ADD CONSTRAINT short CHECK (length(name) < 9)', ['check shop.short']],
  ['a narrower check', `${STATUS_CHECK} CHECK (status IN ('open', 'shut'))`, ['check shop.shop_status_check']],
])('%s breaks older processes', async (_what, sql, objects) => {
  await startEmpty();
  await client.query(SHOP);
  expect(await lostBy(sql)).toEqual(objects);
});

test.each([
  [
    'a new table with rules of its own',
    'CREATE TABLE till (id BIGINT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind = $$a$$))',
  ],
  ['a new column that may be left out', 'ALTER TABLE shop ADD size INT NOT NULL DEFAULT 1, ADD note TEXT'],
  ['a column that need not be given', 'ALTER TABLE shop ALTER name DROP NOT NULL'],
  ['a check of old rows', 'ALTER TABLE shop VALIDATE CONSTRAINT shop_id'],
  ['a new index', 'CREATE INDEX shop_city ON shop (city)'],
  ['a wider check', `${STATUS_CHECK} CHECK (status IN ('new', 'open', 'shut'))`],
])('%s breaks nothing', async (_what, sql) => {
  await startEmpty();
  await client.query(SHOP);
  expect(await lostBy(sql)).toEqual([]);
});

test('a change can be excused by name with a reason, and not without', () => {
  expect(excusedObjects('-- safe: check shop.short: every version writes short names\nSELECT 1')).toEqual(
    new Set(['check shop.short']),
  );
  expect(excusedObjects('-- safe: check shop.short:\n-- safe: check shop.long')).toEqual(new Set());
});

/** Indexes of tables that the file did not make itself, nor excuses as small, built while nobody may write to them. */
function blockingIndexes({ name, sql }: Pick<MigrationFile, 'name' | 'sql'>): string[] {
  const text = sql().replaceAll(/--.*$/gm, '');
  const own = [...text.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, table]) => table);
  const built = [...text.matchAll(/CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?(?:IF NOT EXISTS )?\w+\s+ON (\w+)/g)];
  const small = excusedObjects(sql());
  return built.flatMap(([, isConcurrent, table]) =>
    isConcurrent === undefined && !own.includes(table) && !small.has(`index ${table}`) ? [`${name}: ${table}`] : [],
  );
}

test('new indexes of tables in use are built while they are written to', () => {
  expect(migrationFiles().flatMap(blockingIndexes)).toEqual([]);
  const file = (text: string) => ({ name: '1.sql', sql: () => text });
  expect(blockingIndexes(file('CREATE INDEX i ON payment (id);'))).toEqual(['1.sql: payment']);
  expect(blockingIndexes(file('CREATE TABLE t (id INT);\nCREATE UNIQUE INDEX i ON t (id);'))).toEqual([]);
  const one = '-- concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS i ON t (id);';
  expect([blockingIndexes(file(one)), concurrentIndex(file(one))]).toEqual([[], 'i']);
  const two = '-- concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS i ON t (id);\nSELECT 1;';
  expect(() => concurrentIndex(file(two))).toThrow('1.sql must consist of one');
});
