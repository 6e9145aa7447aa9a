import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { keyHashText } from '../activities/bank/ebics/keys.ts';
import { makeEbicsKeys } from '../activities/bank/ebics/make-keys.ts';
import { startEbicsServer } from '../activities/bank/ebics/server.fixture.ts';
import { STANDARD_SCHEMAS } from '../activities/bank/files/schemas.ts';
import { openBank } from '../activities/bank/open-bank.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import type { Db } from '../db/core/sequelize.ts';
import { TEST_MNEMONIC, testConfig } from '../settings/config.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidegate-ebics-command-'));
for (const name of ['to-bank', 'from-bank']) mkdirSync(join(folder, name));
const of = { hostId: 'TESTBANK', partnerId: 'PARTNER1', userId: 'BANK' };
const bank = makeEbicsKeys(of, Date.now());
const server = await startEbicsServer({ folder, bank, hostId: of.hostId });
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const environment = {
  NODE_ENV: 'test',
  DATABASE_URL: 'postgres://localhost/none',
  SANDBOX_SEED: TEST_MNEMONIC,
  ENCRYPTION_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  BANK_URL: `ebics+${server.url}`,
  BANK_SCHEMA_DIR: STANDARD_SCHEMAS,
  BANK_ACCOUNT_NAME: 'Tidegate Test UAB',
  BANK_ACCOUNT_IBAN: 'LT121000011101001000',
  BANK_ACCOUNT_BIC: 'HABALT22XXX',
  BANK_ACCOUNT_TOWN: 'Vilnius',
  BANK_ACCOUNT_COUNTRY: 'LT',
  BANK_EBICS_HOST_ID: of.hostId,
  BANK_EBICS_PARTNER_ID: of.partnerId,
  BANK_EBICS_USER_ID: 'USER1',
  BANK_EBICS_KEYS: join(folder, 'keys'),
  BANK_EBICS_BANK_X002: keyHashText(bank.authentication.certificate.publicKey),
  BANK_EBICS_BANK_E002: keyHashText(bank.encryption.certificate.publicKey),
  BANK_EBICS_PAYMENTS: 'SCT:DE:::pain.001@09',
  BANK_EBICS_RECALLS: 'SCR:DE:::camt.055@05',
  BANK_EBICS_DOWNLOADS: 'PSR:DE:::pain.002 EOP:DE:::camt.053',
};

async function ebics(command: string, over: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...environment, PATH: process.env.PATH, ...over };
  const program = [join(import.meta.dirname, 'ebics.ts'), command];
  const ended = await promisify(execFile)(process.execPath, program, { env }).catch(
    (error: { stdout?: string }) => error,
  );
  return ended.stdout ?? '';
}

const open = () => {
  const config = testConfig(environment);
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  return openBank({ db: {} as Db, box, config, nowMs: Date.now, admit: async () => new Set() }, 'production');
};

test('an operator makes keys, prints the letter, and gets the keys of the bank only if their hashes are right', async () => {
  expect(await ebics('keys')).toContain('Made our keys');
  expect(await ebics('keys')).toContain('EEXIST');
  expect(await ebics('bank-keys')).toContain('091002');
  expect(await ebics('send')).toContain('Sent our keys');
  expect(server.steps).toEqual(['INI', 'HIA']);

  const letter = await ebics('letter');
  expect(letter).toContain('Account holder: Tidegate Test UAB');
  expect(letter.match(/(?:[0-9A-F]{2} ){31}[0-9A-F]{2}/g)).toHaveLength(6);

  expect(() => open()).toThrow('npm run ebics -- bank-keys');
  expect(await ebics('bank-keys', { BANK_EBICS_BANK_E002: 'AB'.repeat(32) })).toMatch(/E002.*letter/);
  expect(() => open()).toThrow('npm run ebics -- bank-keys');
  expect(await ebics('bank-keys')).toContain(environment.BANK_EBICS_BANK_X002);

  writeFileSync(join(folder, 'from-bank', 'camt.053.1.xml'), '<x/>');
  const { deps } = open();
  const found: string[] = [];
  for await (const file of deps.transport.incoming()) {
    found.push((await file.read()).toString());
    await file.taken(false);
  }
  expect(found).toEqual(['<x/>']);
  expect(server.steps.at(-1)).toBe('receipt');
  await deps.transport.close();
});

test('without EBICS in the settings, the command says so', async () => {
  expect(await ebics('letter', { BANK_URL: `file://${folder}` })).toContain('not an EBICS server');
  expect(await ebics('')).toContain('Usage:');
});
