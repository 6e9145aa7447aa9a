import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../scripts/testing/database.ts';
import { migrate } from './migrate.ts';

it('migrations run once and in order, also when several processes start at the same time', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('DROP SCHEMA public CASCADE');
    await client.query('CREATE SCHEMA public');
    const runs = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const files = readdirSync(join(import.meta.dirname, 'migrations')).sort();
    expect(runs.filter((ran) => ran.length > 0)).toEqual([files]);
    expect(await migrate(database.url)).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
  }
});
