import { expect, test } from 'vitest';
import { testConfig } from './config.fixture.ts';

const account = {
  BANK_ACCOUNT_NAME: 'Test UAB',
  BANK_ACCOUNT_IBAN: 'LT121000011101001000',
  BANK_ACCOUNT_BIC: 'HABALT22XXX',
  BANK_ACCOUNT_TOWN: 'Vilnius',
  BANK_ACCOUNT_COUNTRY: 'LT',
  BANK_SCHEMA_DIR: '/schemas',
};
const ebics = {
  BANK_URL: 'ebics+https://bank.example/ebics',
  BANK_EBICS_HOST_ID: 'HOST',
  BANK_EBICS_PARTNER_ID: 'P1',
  BANK_EBICS_USER_ID: 'U1',
  BANK_EBICS_KEYS: '/keys',
  BANK_EBICS_BANK_X002: 'ab '.repeat(32),
  BANK_EBICS_BANK_E002: 'CD'.repeat(32),
  BANK_EBICS_PAYMENTS: 'SCT:DE:::pain.001',
  BANK_EBICS_RECALLS: 'SCR:DE:::camt.055',
  BANK_EBICS_DOWNLOADS: 'EOP:DE::ZIP:camt.053 STM:DE::ZIP:camt.054',
};
const problemOf = (env: Record<string, string>) => {
  try {
    testConfig({ ...account, ...env });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

test('EBICS is read as the bank writes it: hashes with spaces, formats of its table', () => {
  const { bank } = testConfig({ ...account, ...ebics });
  expect(bank?.ebics).toMatchObject({
    hostId: 'HOST',
    bankHashes: { authentication: 'AB'.repeat(32), encryption: 'CD'.repeat(32) },
    downloads: [{ name: 'EOP', container: 'ZIP', message: 'camt.053' }, { message: 'camt.054' }],
  });
});

test.each(Object.keys(ebics).filter((name) => name !== 'BANK_URL'))('%s is required for EBICS', (name) => {
  expect(problemOf({ ...ebics, [name]: '' })).toContain(`${name} is required`);
});

test.each([
  ['BANK_EBICS_BANK_X002', 'short'],
  ['BANK_EBICS_DOWNLOADS', 'EOP:DE::ZIP:camt.053 nonsense'],
  ['BANK_EBICS_PAYMENTS', 'SCT:DE:::pain.001 SCT:DE:::pain.008'],
  ['BANK_EBICS_USER_ID', '<U1>'],
  ['BANK_URL', 'ebics+http://bank.example/ebics'],
])('a wrong %s is refused', (name, value) => {
  expect(problemOf({ ...ebics, [name]: value })).toContain(name);
});
