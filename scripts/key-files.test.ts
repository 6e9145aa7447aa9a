import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../db/connect.ts';
import { encryptionKeyOf, requireSameKeys } from '../db/core/key-fingerprints.ts';
import { requireKeyFiles } from './start/key-files.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
const path = mkdtempSync(join(tmpdir(), 'tidegate-keys-'));
const folder = { path, file: (...parts: string[]) => join(path, ...parts) };
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('ENCRYPTION_KEY', undefined);
  vi.stubEnv('SANDBOX_SEED', undefined);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(path, { recursive: true });
  await database.drop();
});

test('keys are made for an empty database, and never beside one that has its own', async () => {
  await requireKeyFiles(database.url, folder);
  const db = connect(database.url);
  await requireSameKeys(db, [encryptionKeyOf(Buffer.alloc(32, 7))]);
  await db.close();
  const missing = 'encryption-key and sandbox-seed of its installation are missing';
  await expect(requireKeyFiles(database.url, folder)).rejects.toThrow(missing);
  writeFileSync(folder.file('encryption-key'), 'x');
  await expect(requireKeyFiles(database.url, folder)).rejects.toThrow('sandbox-seed of its installation is missing');
  vi.stubEnv('SANDBOX_SEED', 'words');
  await requireKeyFiles(database.url, folder);
});
