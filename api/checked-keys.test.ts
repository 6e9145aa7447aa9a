import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { keysOf, requireSameKeys } from '../db/core/key-fingerprints.ts';
import { one } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';
import { loadConfig } from '../settings/load.ts';
import { checkedKeys } from './checked-keys.ts';

const settings = (key: number) => ({
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: Buffer.alloc(32, key).toString('base64'),
  SANDBOX_SEED: TEST_MNEMONIC,
});
const { db, databaseUrl } = await openTestDatabase();
beforeAll(async () => {
  await requireSameKeys(db, keysOf(loadConfig(settings(7))));
});

/** Runs a program of the product to its end. */
function run(entry: string, env: NodeJS.ProcessEnv): Promise<{ readonly code: number | null; readonly said: string }> {
  const root = resolve(import.meta.dirname, '..');
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [resolve(root, entry)], { cwd: root, env: { PATH, HOME, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.on('exit', (code) => done({ code, said })));
}

/** Everything that a program writes at its start is in one of these. */
const rows = () =>
  one(
    db,
    'SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM document_key) + (SELECT count(*) FROM alert) AS n',
    [],
  );

test.each(['api/server.ts', 'temporal/worker.ts', 'scripts/seed.ts'])(
  '%s with another key ends in words and writes nothing',
  async (entry) => {
    const before = await rows();
    const more = {
      SEED_OUTPUT: '/dev/null',
      SEED_STAFF_OUTPUT: '/dev/null',
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      PORT: '0',
    };
    const { code, said } = await run(entry, { ...settings(8), ...more });
    expect(said).toContain('The database belongs to another ENCRYPTION_KEY than this program has.');
    expect(code).toBe(1);
    expect(await rows()).toEqual(before);
  },
);

test('an API whose database came later compares the keys with its first request', async () => {
  const wrong: string[] = [];
  const keys = checkedKeys(db, loadConfig(settings(8)), (problem) => wrong.push(problem));
  await expect(keys.ensure()).rejects.toMatchObject({ code: 'configuration_invalid' });
  expect(wrong).toHaveLength(1);
  await checkedKeys(db, loadConfig(settings(7)), () => undefined).ensure();
});
