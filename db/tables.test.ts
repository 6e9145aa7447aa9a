import { expect, test } from 'vitest';
import { inTransaction } from './core/sequelize.ts';
import { select } from './core/sql.ts';
import { openTestDatabase } from './database.fixture.ts';
import { tables } from './tables.ts';

const { db } = await openTestDatabase();

/** Tables that need none, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  migration: 'written before there is a connection with models',
  rate_limit: "belongs to the rate limiter's package",
};

/** How the catalog spells the types of columns. */
const CATALOG: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  text: 'text',
  'text[]': '_text',
  'uuid[]': '_uuid',
  boolean: 'bool',
  jsonb: 'jsonb',
  integer: 'int4',
  'integer[]': '_int4',
  numeric: 'numeric',
  bigint: 'int8',
  timestamptz: 'timestamptz',
  bytea: 'bytea',
  inet: 'inet',
  date: 'date',
  smallint: 'int2',
};

interface CatalogColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly filled: boolean;
}

const catalog = await select<CatalogColumn>(
  db,
  `SELECT c.table_name AS table, column_name AS name, udt_name AS type,
     column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS filled
   FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     AND NOT EXISTS (SELECT FROM pg_class p WHERE p.oid = c.table_name::text::regclass AND p.relispartition)`,
);

test('every table has a model', () => {
  const named = new Set([...tables.map(({ name }) => name), ...Object.keys(WITHOUT)]);
  expect(new Set(catalog.map(({ table }) => table))).toEqual(named);
  expect(named.size).toBe(tables.length + Object.keys(WITHOUT).length);
});

test.each(tables.map(({ name, columns }) => [name, columns] as const))(
  'every column of %s is in the database, filled in by it where the model says so',
  (name, columns) => {
    const found = new Map(catalog.filter(({ table }) => table === name).map((each) => [each.name, each]));
    for (const [column, { sql, filled }] of columns) {
      expect({ column, ...found.get(column) }).toMatchObject({ column, type: CATALOG[sql], ...(filled && { filled }) });
    }
  },
);

test.each(tables.map(({ name }) => [name]))('the model of %s reads its table', async (name) => {
  await inTransaction(db, (transaction) => db.sequelize.model(name).findAll({ limit: 1, transaction }));
});
