import '../i18n/back-office-words.ts';
import '../withdrawals/withdrawal-words.ts';
import { describe, expect, it } from 'vitest';
import { IBAN, makeWithdrawalMethods } from '../testing/withdrawals.fixture.ts';
import {
  countryOf,
  type MethodValues,
  methodProblems,
  methodValues,
  toCreateBody,
  toUpdateBody,
} from './method-form.ts';

const account = (changes: Partial<MethodValues> = {}): MethodValues => ({
  ...methodValues(makeWithdrawalMethods()[0]),
  ...changes,
});
const problems = (changes: Partial<MethodValues>) => methodProblems(account(changes), ['regtest']);

describe('a withdrawal method', () => {
  it('is right with holder, IBAN, BIC, town and country, and both confirmations (spec §5)', () => {
    expect(problems({})).toEqual({});
    expect(Object.keys(problems({ account_name: '', iban: '', bic: '', town: '', country: '' }))).toEqual([
      'account_name',
      'iban',
      'bic',
      'town',
      'country',
    ]);
    expect(Object.keys(problems({ ownership_confirmed: false }))).toEqual(['ownership_confirmed']);
    expect(problems({ automatic: true, period: '' })).toEqual({ period: 'Period is required' });
  });

  it('tells what is wrong with IBAN and BIC at each of them, in the words of the server', () => {
    expect(problems({ iban: 'DE89370400440532013001', bic: 'COBA' })).toEqual({
      iban: 'The IBAN is not valid: please check it for typing errors.',
      bic: 'The BIC is not valid.',
    });
    expect(problems({ iban: 'AE070331234567890123456' })).toEqual({
      iban: 'Accounts in this country cannot be reached by SEPA.',
    });
  });

  it('knows the country from the IBAN', () => {
    expect(countryOf(IBAN)).toBe('DE');
    expect(countryOf('DE89')).toBe('');
  });

  it('sends a bank account or an address, never both', () => {
    const wallet = { gate_id: 'BTC', address: 'bcrt1q', iban: IBAN } as const;
    expect(toCreateBody(account(wallet))).not.toHaveProperty('iban');
    expect(toUpdateBody(account({ address: 'bcrt1q' }), 7)).toMatchObject({ version: 7, iban: IBAN });
    expect(toUpdateBody(account({ address: 'bcrt1q' }), 7)).not.toHaveProperty('address');
  });
});
