import { expect, it } from 'vitest';
import '../words.ts';
import { otherSide, saidBy, signedAmount } from './entry-words.ts';

it('says which way money went, and never nothing', () => {
  expect(signedAmount({ direction: 'debit', amount: '1234.50' })).toBe('−€1,234.50');
  expect(signedAmount({ direction: 'credit', amount: '0.10' })).toBe('+€0.10');
  expect(otherSide({ party_name: 'Nora Quay', party_iban: null })).toBe('Nora Quay');
  expect(otherSide({ party_name: null, party_iban: null })).toBe('Not named by the bank');
  const none = { remittance: '', creditor_reference: null, end_to_end_id: null, bank_reference: null };
  expect(saidBy({ ...none, remittance: 'Thanks', bank_reference: 'B1' })).toBe('Thanks · B1');
  expect(saidBy(none)).toBe('–');
});
