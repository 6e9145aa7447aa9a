import { expect, test } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { listTotal } from './list-total.ts';
import { inTransaction } from './sequelize.ts';
import { execute } from './sql.ts';

const { db } = await openTestDatabase();

test('the total of a long list is kept for a while; that of a short one, and in a transaction, is that of now', async () => {
  await execute(db, 'CREATE TABLE counted (owner TEXT)');
  const add = (rows: number) =>
    execute(db, `INSERT INTO counted SELECT 'a' FROM generate_series(1, $1::integer)`, [rows]);
  const total = (owner = 'a') => listTotal(db, 'SELECT count(*) AS total FROM counted WHERE owner = $1', [owner]);
  await add(9_998);
  expect(await total()).toBe(9_998);
  await add(1);
  expect(await total()).toBe(9_999);
  await add(1);
  expect(await total()).toBe(10_000);
  await add(1);
  expect(await total()).toBe(10_000);
  expect(await total('b')).toBe(0);
  const now = await inTransaction(db, (tx) =>
    listTotal(tx, 'SELECT count(*) AS total FROM counted WHERE owner = $1', ['a']),
  );
  expect(now).toBe(10_001);
});
