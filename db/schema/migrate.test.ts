import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { until } from '../../scripts/testing/until.ts';
import { migrate } from './migrate.ts';

it('migrations run once and in order, also when several processes start at the same time', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('DROP SCHEMA public CASCADE');
    await client.query('CREATE SCHEMA public');
    const runs = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const files = readdirSync(join(import.meta.dirname, '../migrations')).sort();
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
    // A migration of two tables is still to run.
    await onlooker.query(`DELETE FROM migration WHERE name = '${TWO_TABLES}'`);
    await onlooker.query('ALTER TABLE profile DROP COLUMN conversion_fee_payer');
    await onlooker.query('ALTER TABLE invoice DROP COLUMN conversion_fee_bps, DROP COLUMN conversion_fee_minor');
    await onlooker.query('ALTER TABLE quote DROP COLUMN conversion_fee_minor');

    await payment.query('BEGIN; LOCK TABLE quote IN ROW EXCLUSIVE MODE');
    const migrated = migrate(database.url);
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'quote'::regclass`;
    await until(async () => (await onlooker.query(waiting)).rowCount === 1, 'the migration waits for the payment');
    await payment.query('LOCK TABLE profile IN ROW EXCLUSIVE MODE');
    await payment.query('COMMIT');
    expect(await migrated).toEqual([TWO_TABLES]);
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
    const [name, index] = ['0169-arrived-payments.sql', 'payment_arrived'];
    await client.query(`DELETE FROM migration WHERE name = '${name}'`);
    await client.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${index}'::regclass`);
    expect(await migrate(database.url)).toEqual([name]);
    const valid = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = '${index}'::regclass`;
    expect((await client.query(valid)).rows).toEqual([{ valid: true }]);
  } finally {
    await client.end();
    await database.drop();
  }
});

/** Locks the tables of merchants, invoices and quotes, in this order. */
const TWO_TABLES = '0120-conversion-fee-payer.sql';
