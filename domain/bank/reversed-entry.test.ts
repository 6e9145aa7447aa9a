import { expect, test } from 'vitest';
import { type ReversibleCredit, reversedCredit } from './reversed-entry.ts';

const credit: ReversibleCredit = {
  ...{ id: 'anna', direction: 'credit', amountMinor: 2_500n, day: '2026-11-24', bankReference: 'R1' },
  ...{ endToEndId: 'INVOICE-77', creditorReference: 'RF18539007547034', remittance: 'RF18539007547034' },
  ...{ partyName: 'Anna', partyIban: 'DE89370400440532013000' },
};
const other = { ...credit, id: 'ben', bankReference: 'R2', endToEndId: null, creditorReference: 'RF471' };
const bare = { endToEndId: null, creditorReference: null, remittance: '', partyName: null, partyIban: null };
const reversal = { ...credit, ...bare, direction: 'debit', bankReference: null } as const;

test.each([
  ['the bank’s reference', { bankReference: 'R1' }, 'anna'],
  ['the bank’s reference in words', { remittance: 'Storno INVOICE-77', endToEndId: 'INVOICE-77' }, 'anna'],
  ['the payer’s end-to-end ID', { endToEndId: 'INVOICE-77', bankReference: 'X9' }, 'anna'],
  ['the customer’s reference', { creditorReference: 'RF471' }, 'ben'],
  ['another amount', { bankReference: 'R1', amountMinor: 2_499n }, null],
  ['another payer', { bankReference: 'R1', partyIban: 'LT121000011101001000' }, null],
  ['an account that sent both', { partyIban: credit.partyIban }, null],
  ['nothing', {}, null],
])('a reversal that shares %s', (_what, said, expected) => {
  expect(reversedCredit({ ...reversal, ...said }, [credit, other])?.id ?? null).toBe(expected);
});

test('of the same account, the only credit of the amount is meant, for a few days', () => {
  const said = { ...reversal, partyIban: credit.partyIban };
  expect(reversedCredit(said, [credit])?.id).toBe('anna');
  expect(reversedCredit({ ...said, day: '2026-12-24' }, [credit])).toBeNull();
});
