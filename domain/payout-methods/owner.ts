import { screenName } from '../compliance/screening.ts';

/**
 * Whether the holder of a bank account is the merchant, by a verified name. Legal forms, accents and the order of words
 * do not count, and a typing error passes; the bank compares the name with the account itself.
 */
export function isOwnAccount(accountName: string, verifiedNames: readonly string[]): boolean {
  const named = { subject: '', name: accountName, birthYear: null };
  const own = { list: '', key: '', names: verifiedNames, birthYears: [] };
  return screenName(named, [own]).length > 0;
}
