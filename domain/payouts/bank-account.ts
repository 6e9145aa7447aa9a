import { isValidBIC } from 'ibantools';
import { compactCode, isSepaCountry, parseIban } from '../bank/iban.ts';
import { fieldError } from '../errors.ts';

/** A bank account in the format of banks: capital letters, no spaces. */
export interface BankAccount {
  readonly iban: string;
  readonly bic: string;
  /** Of the bank: ISO 3166, the first two letters of the IBAN. */
  readonly country: string;
}

/**
 * Reads IBAN and BIC without what is between their letters and digits. Checks the IBAN's length, pattern and checksum
 * (ISO 7064), and the national checksum where the country has one; the country must be part of SEPA.
 * @throws DomainError 422 on `iban` or `bic`
 */
export function readBankAccount(input: { readonly iban: string; readonly bic: string }): BankAccount {
  const iban = parseIban(input.iban);
  if (iban === null) throw fieldError('iban', 'The IBAN is not valid: please check it for typing errors.');
  const country = iban.slice(0, 2);
  if (!isSepaCountry(country)) throw fieldError('iban', 'Accounts in this country cannot be reached by SEPA.');
  const bic = compactCode(input.bic);
  if (!isValidBIC(bic)) throw fieldError('bic', 'The BIC is not valid.');
  return { iban, bic, country };
}

/** Enough of an account number to recognize it. */
export function shortIban(iban: string): string {
  return `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
}
