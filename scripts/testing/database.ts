import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { sharedServer } from './shared-servers.ts';

/** A database of one's own, with the schema in place and no rows. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, ending connections that are still open. */
  drop(): Promise<void>;
}

/**
 * Clones the migrated template: some tens of milliseconds, so each test file (or test) can have its own.
 *
 * Call it in `beforeAll` or `beforeEach` of a test file that belongs to the project `servers`, and `drop()` it
 * afterwards.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = await sharedServer<{ serverUrl: string; template: string }>('/postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    url: `${serverUrl}/${name}`,
    drop: () => administer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  try {
    // Two files cloning at once would find the template in use; the lock makes them take turns.
    await client.query('SELECT pg_advisory_lock(7265)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
