import { afterAll } from 'vitest';
import { createTestDatabase } from '../scripts/testing/database.ts';
import { connect } from './connect.ts';
import type { ConnectOptions, Db } from './core/sequelize.ts';

/**
 * A database of a test file's own and a connection to it, both gone after its last test. Called at the top of the file:
 * `const { db } = await openTestDatabase();`
 */
export async function openTestDatabase(options: ConnectOptions = {}): Promise<{ db: Db; databaseUrl: string }> {
  const database = await createTestDatabase();
  const db = connect(database.url, options);
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  return { db, databaseUrl: database.url };
}
