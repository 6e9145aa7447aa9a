import { isSEPACountry, isValidIBAN } from 'ibantools';

/** Spaces of all kinds, also those without width, dashes and marks of direction: they are copied with a number. */
const BETWEEN = /[\s\p{Cf}\p{Pd}.]/gu;

/** Brings pasted and typed text into the format of banks: capital letters and digits alone. */
export function compactCode(text: string): string {
  return text.normalize('NFKC').replaceAll(BETWEEN, '').toUpperCase();
}

/** An IBAN with right length, pattern and check digits, as it is typed or pasted, also after the word; else null. */
export function parseIban(text: string): string | null {
  const iban = compactCode(text).replace(/^IBAN:?(?=[A-Z]{2}\d{2})/, '');
  return isValidIBAN(iban) ? iban : null;
}

/** Joined in 2024 and 2025, which the library does not know. */
const JOINED = new Set(['AL', 'MD', 'ME', 'MK', 'RS']);

/** Whether accounts of the country can be reached by SEPA (EPC 409-09). */
export function isSepaCountry(country: string): boolean {
  return JOINED.has(country) || isSEPACountry(country);
}
