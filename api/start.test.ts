import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../db/schema/migrate.ts';
import { testEncryptionKey } from '../db/testing.fixture.ts';
import { type ManagedProcess, startProcess } from '../scripts/process/managed.ts';
import { freePort } from '../scripts/process/ports.ts';
import { createTestDatabase, type TestDatabase } from '../scripts/testing/database.ts';
import { until } from '../scripts/testing/until.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';

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

interface StartedApi {
  readonly process: ManagedProcess;
  readonly port: number;
  readonly operatorPort: number;
}

/** Starts the API as a process of its own, and waits until it answers. */
async function startApi(env: NodeJS.ProcessEnv = {}): Promise<StartedApi> {
  const [port, operatorPort] = [await freePort(), await freePort()];
  const process = await startProcess({
    name: 'api',
    command: globalThis.process.execPath,
    args: [join(import.meta.dirname, 'server.ts')],
    env: {
      PATH: globalThis.process.env.PATH,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
      SANDBOX_SEED: TEST_MNEMONIC,
      PORT: String(port),
      METRICS_PORT: String(operatorPort),
      ...env,
    },
    readyTimeoutMs: 60_000,
    ready: async () => (await fetch(`http://127.0.0.1:${port}/health/live`)).ok,
  });
  return { process, port, operatorPort };
}

async function readiness(port: number): Promise<{ readonly status: number; readonly schema: unknown }> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  const { dependencies } = (await answer.json()) as { dependencies: { schema: unknown } };
  return { status: answer.status, schema: dependencies.schema };
}

test('an API on an empty database is not ready, says why, and becomes ready once it is migrated', async () => {
  await client.query('DROP SCHEMA public CASCADE');
  await client.query('CREATE SCHEMA public');
  const { process, port, operatorPort } = await startApi();
  try {
    const schema = { state: 'down', required: true, detail: 'The database is empty. Run npm run migrate.' };
    expect(await readiness(port)).toEqual({ status: 503, schema });
    expect(await readiness(operatorPort)).toEqual({ status: 503, schema });
    await migrate(database.url);
    await until(async () => (await readiness(port)).status === 200, 'the API is ready');
  } finally {
    await process.stop();
  }
});

test('an API that drains is not ready on either port', async () => {
  const { process, port, operatorPort } = await startApi({ DRAIN_SECONDS: '3' });
  await until(async () => (await readiness(operatorPort)).status === 200, 'the API is ready');
  const stopped = process.stop();
  await until(async () => (await readiness(port)).status === 503, 'the API is not ready');
  expect((await readiness(operatorPort)).status).toBe(503);
  await stopped;
});

test.each([
  [
    'older',
    "UPDATE migration SET name = '0001.sql' WHERE name = (SELECT max(name) FROM migration)",
    /is older .*Run npm run migrate\./,
  ],
  ['newer', "INSERT INTO migration (name) VALUES ('9999-gone.sql')", /is newer .* does not know 9999-gone\.sql/],
])('an API does not start on an %s schema, and says what to do', async (_kind, change, words) => {
  await client.query(change);
  await expect(startApi()).rejects.toThrow(words);
});
