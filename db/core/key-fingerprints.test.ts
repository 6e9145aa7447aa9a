import { beforeEach, expect, test } from 'vitest';
import { testConfig } from '../../settings/config.fixture.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeMerchant, testEncryptionKey } from '../testing.fixture.ts';
import {
  compareKeys,
  encryptionKeyOf,
  hasKeys,
  keysOf,
  knownFingerprints,
  requireSameKeys,
} from './key-fingerprints.ts';
import { execute } from './sql.ts';

const { db } = await openTestDatabase();
const config = testConfig();
const keys = keysOf(config);
const other = encryptionKeyOf(Buffer.alloc(32, 9));
beforeEach(() => execute(db, 'DELETE FROM key_fingerprint'));

const failure = (run: Promise<unknown>) =>
  run.then(
    () => '',
    (error: Error) => error.message,
  );

test('an empty database belongs to the first keys, and to them alone', async () => {
  expect(await hasKeys(db)).toBe(false);
  await requireSameKeys(db, keys);
  expect(await hasKeys(db)).toBe(true);
  await requireSameKeys(db, keys);
  const before = await knownFingerprints(db);
  expect(before.size).toBe(keys.length);
  const message = await failure(requireSameKeys(db, [other]));
  expect(message).toContain('belongs to another ENCRYPTION_KEY');
  expect(message).toContain('Nothing was written');
  expect(await knownFingerprints(db)).toEqual(before);
});

test('a program with one wrong key records none of its others', async () => {
  await requireSameKeys(db, [encryptionKeyOf(config.encryptionKey)]);
  await failure(requireSameKeys(db, [other, ...keys.slice(1)]));
  expect([...(await knownFingerprints(db)).keys()]).toEqual(['encryption-key']);
});

test('another seed and another account are named by their settings', async () => {
  await requireSameKeys(db, keys);
  const changed = keys.map((key) => ({ ...key, fingerprint: 'another' }));
  const message = await failure(
    requireSameKeys(
      db,
      changed.filter(({ name }) => name !== 'encryption-key'),
    ),
  );
  for (const setting of ['SANDBOX_SEED', 'SANDBOX_XPUB_BTC']) expect(message).toContain(setting);
});

test('of two programs that begin at once with different keys, one writes nothing', async () => {
  const outcomes = await Promise.allSettled([
    requireSameKeys(db, [other]),
    requireSameKeys(db, [encryptionKeyOf(config.encryptionKey)]),
  ]);
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(1);
  expect((await knownFingerprints(db)).size).toBe(1);
});

test('a database from before fingerprints knows by what it sealed which key that was', async () => {
  await makeMerchant(db);
  expect(await hasKeys(db)).toBe(true);
  expect(await failure(requireSameKeys(db, [other]))).toContain('ENCRYPTION_KEY');
  expect((await knownFingerprints(db)).size).toBe(0);
  const own = encryptionKeyOf(testEncryptionKey);
  await compareKeys(db, [own]);
  expect((await knownFingerprints(db)).size).toBe(0);
  await requireSameKeys(db, [own]);
  expect((await knownFingerprints(db)).get('encryption-key')).toBe(own.fingerprint);
});
