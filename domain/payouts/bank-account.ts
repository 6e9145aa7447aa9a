import { electronicFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { fieldError } from '../errors.ts';

/** A bank account as banks write it: capital letters, no spaces. */
export interface BankAccount {
  readonly iban: string;
  readonly bic: string;
  /** ISO 3166, the first two letters of the IBAN. */
  readonly country: string;
}

/**
 * Reads IBAN and BIC. The IBAN is checked by its country's length and pattern, its checksum (ISO 7064) and, where the
 * country has one, the national one; the country must take part in SEPA. Spaces are taken out.
 * @throws DomainError 422 on `iban` or `bic`
 */
export function readBankAccount(input: { readonly iban: string; readonly bic: string }): BankAccount {
  const iban = electronicFormatIBAN(input.iban) ?? '';
  if (!isValidIBAN(iban)) throw fieldError('iban', 'The IBAN is not valid: please check it for typing errors.');
  const country = iban.slice(0, 2);
  if (!isSEPACountry(country)) throw fieldError('iban', 'Accounts in this country cannot be reached by SEPA.');
  const bic = input.bic.replaceAll(/\s/g, '').toUpperCase();
  if (!isValidBIC(bic)) throw fieldError('bic', 'The BIC is not valid.');
  return { iban, bic, country };
}

/** Enough of an account number to know it again. */
export function shortIban(iban: string): string {
  return `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
}
