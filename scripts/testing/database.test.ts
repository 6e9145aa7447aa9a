import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('each test database has the schema and rows of its own', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(first.url).not.toBe(second.url);
  const inFirst = new pg.Client({ connectionString: first.url });
  const inSecond = new pg.Client({ connectionString: second.url });
  await Promise.all([inFirst.connect(), inSecond.connect()]);

  await inFirst.query('CREATE TABLE only_here (id INT)');
  const tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
  const names = async (client: pg.Client) =>
    (await client.query<{ table_name: string }>(tables)).rows.map((row) => row.table_name);
  expect(await names(inFirst)).toContain('only_here');
  expect(await names(inSecond)).not.toContain('only_here');
  expect(await names(inSecond)).toContain('invoice');

  await Promise.all([inFirst.end(), inSecond.end()]);
  await Promise.all([first.drop(), second.drop()]);
});
