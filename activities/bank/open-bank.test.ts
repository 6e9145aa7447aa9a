import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../db/core/sequelize.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { SIMULATED_ACCOUNT } from '../../settings/bank.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { testAccount } from './bank.fixture.ts';
import type { BankDeps } from './deps.ts';
import { ebicsClient } from './ebics/client.ts';
import { type EbicsBankKeys, keyHashText, writeKeysFile } from './ebics/keys.ts';
import { makeEbicsKeys } from './ebics/make-keys.ts';
import { startEbicsServer } from './ebics/server.fixture.ts';
import { STANDARD_SCHEMAS } from './files/schemas.ts';
import { ebicsServerUrl, openBank, simulatedBankFolder } from './open-bank.ts';
import { startSftpServer } from './sftp-server.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidegate open bank '));
afterAll(() => rmSync(folder, { recursive: true }));
const ACCOUNT = {
  BANK_ACCOUNT_NAME: testAccount.name,
  BANK_ACCOUNT_IBAN: testAccount.iban,
  BANK_ACCOUNT_BIC: 'HABALT22XXX',
  BANK_ACCOUNT_TOWN: testAccount.town,
  BANK_ACCOUNT_COUNTRY: testAccount.country,
  BANK_SCHEMA_DIR: STANDARD_SCHEMAS,
};
const db = {} as Db;
const admit = async () => new Set<string>();
function open(mode: 'sandbox' | 'production', env: Record<string, string> = {}) {
  const limits = { BANK_WINDOW_MINUTES: '7', BANK_CUT_OFF_HOUR: '11', BANK_FEES_EUR_PER_DAY: '3' };
  const config = { ...testConfig({ ...limits, ...env }), dataDir: folder };
  return openBank({ db, box: testBox, config, nowMs: Date.now, admit }, mode);
}
/** The files that the bank has left. */
async function found({ transport }: BankDeps): Promise<[string, string | null][]> {
  const files: [string, string | null][] = [];
  for await (const { name, problem } of transport.incoming()) files.push([name, problem]);
  await transport.close();
  return files;
}
function give(into: string): void {
  mkdirSync(join(into, 'from-bank'), { recursive: true, mode: 0o770 });
  writeFileSync(join(into, 'from-bank', 'a.xml'), 'x', { mode: 0o640 });
}
const common = { db, box: testBox, admit, cutOffHour: 11, feesADayMinor: 300n };
const valid = Buffer.from('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>');

describe('the simulated bank', () => {
  test('is in a folder of its mode, at once, with the account of nobody', async () => {
    for (const mode of ['sandbox', 'production'] as const) {
      const { kind, deps } = open(mode);
      expect(kind).toBe('simulated');
      expect(deps).toMatchObject({ ...common, mode, account: SIMULATED_ACCOUNT, windowMs: 0 });
      const into = simulatedBankFolder(folder, mode);
      expect(into).toBe(join(folder, 'bank', mode));
      give(into);
      expect(await found(deps)).toEqual([['a.xml', null]]);
      expect(() => deps.schemas.validate('camt.053', valid)).toThrow('This is no valid camt.053.001.08');
    }
  });

  test('is none of production for real money, unless BANK_URL says otherwise', () => {
    const env = { BANK_URL: `file://${folder}`, ...ACCOUNT };
    expect(open('sandbox', env).kind).toBe('simulated');
    expect(open('production', env).kind).toBe('real');
    const config = { ...testConfig(), nodeEnv: 'production', dataDir: folder } as const;
    const openNone = () => openBank({ db, box: testBox, config, nowMs: Date.now, admit }, 'production');
    expect(openNone).toThrow('There is no bank in production mode: set BANK_URL to offer euro withdrawals.');
  });
});

describe('a real bank', () => {
  test('in a folder has our account, its pause between files, and the user whose files are believed', async () => {
    const into = join(folder, 'of the bank');
    give(into);
    const BANK_URL = `file://${into.replaceAll(' ', '%20')}`;
    const { deps } = open('production', { ...ACCOUNT, BANK_URL });
    expect(deps).toMatchObject({ ...common, mode: 'production', account: testAccount, windowMs: 7 * 60_000 });
    expect(await found(deps)).toEqual([['a.xml', null]]);
    expect(() => deps.schemas.validate('camt.053', valid)).toThrow('This is no valid camt.053.001.08');
    const uid = process.getuid?.() ?? -1;
    vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    const believed = async (owner: number) => {
      const other = open('production', { ...ACCOUNT, BANK_URL, BANK_FILE_OWNER: String(owner) });
      return (await found(other.deps)).map(([, problem]) => problem === null);
    };
    expect([await believed(uid), await believed(uid + 2)]).toEqual([[true], [false]]);
    vi.restoreAllMocks();
  });

  test('on an SFTP server is talked to if its key is the pinned one', async () => {
    const into = join(folder, 'sftp');
    give(into);
    const server = await startSftpServer(into, 'secret');
    const BANK_URL = `sftp://bank:secret@127.0.0.1:${server.port}/`;
    const of = (BANK_SFTP_HOST_KEY: string) => open('production', { ...ACCOUNT, BANK_URL, BANK_SFTP_HOST_KEY });
    expect(await found(of(server.fingerprint).deps)).toEqual([['a.xml', null]]);
    await expect(found(of(`SHA256:${'A'.repeat(43)}`).deps)).rejects.toThrow();
    await server.close();
  });

  describe('of EBICS', async () => {
    const of = { hostId: 'HOST', partnerId: 'P1', userId: 'U1' };
    const keysFile = join(folder, 'keys');
    const keys = makeEbicsKeys(of, Date.now());
    const into = join(folder, 'ebics');
    give(into);
    const server = await startEbicsServer({ folder: into, bank: makeEbicsKeys(of, Date.now()), hostId: of.hostId });
    const client = ebicsClient(server.url);
    await client.sendKeys({ of, keys, nowMs: Date.now() });
    const bank = await client.fetchBankKeys({ of, keys, nowMs: Date.now() });
    afterAll(() => Promise.all([client.close(), server.close()]));
    const env = {
      ...ACCOUNT,
      BANK_URL: `ebics+${server.url}`,
      BANK_EBICS_HOST_ID: of.hostId,
      BANK_EBICS_PARTNER_ID: of.partnerId,
      BANK_EBICS_USER_ID: of.userId,
      BANK_EBICS_KEYS: keysFile,
      BANK_EBICS_BANK_X002: keyHashText(bank.authentication),
      BANK_EBICS_BANK_E002: keyHashText(bank.encryption),
      BANK_EBICS_PAYMENTS: 'SCT:DE:::pain.001',
      BANK_EBICS_RECALLS: 'SCR:DE:::camt.055',
      BANK_EBICS_DOWNLOADS: 'EOP:DE:::a.xml',
    };
    const keep = (of_: EbicsBankKeys | null) => writeKeysFile(keysFile, testBox, { keys, bank: of_, of, isNew: false });

    test('is opened with the keys of its file', async () => {
      await keep(bank);
      const [[name, problem] = []] = await found(open('production', env).deps);
      expect([name, problem]).toEqual([expect.stringMatching(/^a\.xml\.[0-9A-F]{32}\.xml$/), null]);
    });

    test('is not opened before its keys are fetched, or with others than those of its letter', async () => {
      await keep(null);
      const words = 'The keys of the bank are missing: run npm run ebics -- bank-keys.';
      expect(() => open('production', env)).toThrow(words);
      await keep({ ...bank, encryption: bank.authentication });
      expect(() => open('production', env)).toThrow("The bank's key for encryption (E002)");
    });
  });

  test('of EBICS is at the address after the scheme', () => {
    expect(ebicsServerUrl('ebics+https://bank.example/ebics+http')).toBe('https://bank.example/ebics+http');
    expect(ebicsServerUrl('https://bank.example/ebics+x')).toBe('https://bank.example/ebics+x');
  });
});
