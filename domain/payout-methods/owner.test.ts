import { expect, test } from 'vitest';
import { isOwnAccount } from './owner.ts';

const NAMES = ['Quay & Söhne GmbH', 'Quayside'];

test.each([
  ['the legal name', 'Quay & Söhne GmbH', true],
  ['without its legal form, in capitals', 'QUAY UND SOEHNE', true],
  ['the words in another order', 'Soehne, Quay', true],
  ['with a typing error', 'Quay Soehme', true],
  ['the brand', 'Quayside Ltd.', true],
  ['one word of it', 'Quay', false],
  ['another company', 'Harbour Trading GmbH', false],
  ['a person', 'Eve Mallory', false],
  ['only a legal form', 'GmbH', false],
  ['signs', '+++', false],
])('an account in %s', (_what, accountName, isOwn) => {
  expect(isOwnAccount(accountName, NAMES)).toBe(isOwn);
});

test('nobody owns an account where no name was verified', () => {
  expect(isOwnAccount('Quayside', [])).toBe(false);
});
