import { expect, test } from 'vitest';
import { type ReversibleCredit, reversedCredit } from './reversed-entry.ts';

const credit: ReversibleCredit = {
  id: 'anna',
  direction: 'credit',
  amountMinor: 2_500n,
  day: '2026-11-24',
  bankReference: 'R1',
  endToEndId: 'INVOICE-77',
  creditorReference: 'RF18539007547034',
  remittance: 'RF18539007547034',
  partyName: 'Anna',
  partyIban: 'DE89370400440532013000',
};
const other = { ...credit, id: 'ben', bankReference: 'R2', endToEndId: null, creditorReference: 'RF471' };
const bare = { endToEndId: null, creditorReference: null, remittance: '', partyName: null, partyIban: null };
const carl = {
  ...credit,
  ...bare,
  id: 'carl',
  bankReference: null,
  within: { entry: 'E', reference: 'COLLECTIVE-1.A/7' },
};
const dora = { ...credit, ...bare, id: 'dora', bankReference: 'REF-06', remittance: 'Invoice 8' };
const shared = { bankReference: 'R7' };
const inOne = [
  { ...credit, within: { entry: 'F', reference: 'R7' } },
  { ...other, within: { entry: 'F', reference: 'R7' } },
];
const reversal = { ...credit, ...bare, direction: 'debit', bankReference: null } as const;

test.each([
  ['the bank’s reference', { bankReference: 'R1' }, 'anna'],
  ['the bank’s reference in words', { remittance: 'Storno INVOICE-77', endToEndId: 'INVOICE-77' }, 'anna'],
  ['the payer’s end-to-end ID', { endToEndId: 'INVOICE-77', bankReference: 'X9' }, 'anna'],
  ['the customer’s reference', { creditorReference: 'RF471' }, 'ben'],
  [
    'a reference of a collective entry with several, and the end-to-end ID of one',
    { ...shared, endToEndId: 'INVOICE-77' },
    'anna',
  ],
  ['a reference of a collective entry with several', shared, null],
  ['the reference of the entry in its text', { remittance: 'STORNO COLLECTIVE-1.A/7 VOM 24.11.' }, 'carl'],
  ['the beginning of a reference in its text', { remittance: 'STORNO COLLECTIVE-1.A/77' }, null],
  ['a reference of less than six characters in its text', { remittance: 'STORNO R1' }, null],
  ['a reference of six characters in its text', { remittance: 'STORNO REF-06' }, 'dora'],
  ['the words of the payer', { remittance: 'Invoice 8' }, 'dora'],
  ['the words of the payer, long after', { remittance: 'Invoice 8', day: '2026-12-24' }, null],
  ['the customer’s reference, long after', { creditorReference: 'RF471', day: '2026-12-24' }, null],
  ['the bank’s reference, long after', { bankReference: 'R2', day: '2026-12-24' }, 'ben'],
  ['the bank’s reference, and says more than the credit', { bankReference: 'R2', endToEndId: 'X' }, 'ben'],
  ['the bank’s reference, with another end-to-end ID', { bankReference: 'R1', endToEndId: 'X' }, null],
  ['the bank’s reference, with another customer’s', { bankReference: 'R1', creditorReference: 'RF9' }, null],
  ['another amount', { bankReference: 'R1', amountMinor: 2_499n }, null],
  ['another payer', { bankReference: 'R1', partyIban: 'LT121000011101001000' }, null],
  ['an account that sent both', { partyIban: credit.partyIban }, null],
  ['nothing', {}, null],
])('a reversal that shares %s', (_what, said, expected) => {
  expect(reversedCredit({ ...reversal, ...said }, [...inOne, carl, dora])?.id ?? null).toBe(expected);
});

test('of the same account, the only credit of the amount is meant, for a few days', () => {
  const said = { ...reversal, partyIban: credit.partyIban };
  expect(reversedCredit(said, [credit])?.id).toBe('anna');
  expect(reversedCredit({ ...said, day: '2026-12-24' }, [credit])).toBeNull();
});

test('a debit is taken back by none, and without words nothing is alike', () => {
  expect(reversedCredit({ ...reversal, bankReference: 'R1' }, [{ ...credit, direction: 'debit' }])).toBeNull();
  expect(reversedCredit(reversal, [{ ...credit, ...bare, bankReference: null }])).toBeNull();
});
