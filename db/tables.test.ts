import { expect, test } from 'vitest';
import { openTestDatabase } from './database.fixture.ts';
import { makeInvoice, makeRates, makeShop } from './invoices/testing.fixture.ts';
import { readPayout } from './payouts/read.ts';
import { payoutsTable } from './payouts/rows.ts';
import { fund, makePayout } from './payouts/testing.fixture.ts';
import { inTransaction } from './sequelize.ts';
import { select } from './sql.ts';
import { tables } from './tables.ts';

const { db } = await openTestDatabase();

/** How the catalog spells the types of columns. */
const CATALOG: Readonly<Record<string, string>> = {
  ...{ uuid: 'uuid', text: 'text', 'text[]': '_text', integer: 'int4', boolean: 'bool', jsonb: 'jsonb' },
  ...{ numeric: 'numeric', bigint: 'int8', timestamptz: 'timestamptz', bytea: 'bytea' },
};

test.each(tables.map(({ name, types }) => [name, types] as const))(
  'every column of %s is in the database',
  async (name, types) => {
    const sql = 'SELECT column_name AS name, udt_name AS type FROM information_schema.columns WHERE table_name = $1';
    const found = new Map(
      (await select<{ name: string; type: string }>(db, sql, [name])).map((row) => [row.name, row.type]),
    );
    const named = Object.fromEntries(Object.keys(types).map((column) => [column, found.get(column)]));
    expect(named).toEqual(Object.fromEntries(Object.entries(types).map(([column, type]) => [column, CATALOG[type]])));
  },
);

test.each(tables.map((table) => [table.name, table] as const))(
  'the model of %s reads its table',
  async (_name, { model }) => {
    await inTransaction(db, (transaction) => model.findAll({ limit: 1, transaction }));
  },
);

test('a model gives what a statement gives: money as bigint, moments as dates', async () => {
  await makeRates(db);
  const shop = await makeShop(db);
  await makeInvoice(db, shop);
  await fund(db, shop, 'BTC', 1_000_000n);
  const { id } = await makePayout(db, shop);
  const { transactions: _, ...row } = await readPayout(db, id);
  const found = await inTransaction(db, (transaction) => payoutsTable.model.findByPk(id, { transaction }));
  expect(found?.get()).toEqual(row);
});
