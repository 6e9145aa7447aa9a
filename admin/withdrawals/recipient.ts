import type { Withdrawal } from '../../contract/withdrawals.ts';
import { clipMiddle } from '../i18n/format.ts';

/** Where the money goes, in short: enough of the account or address to recognize it. */
export function recipientText({ recipient: { iban, address } }: Pick<Withdrawal, 'recipient'>): string {
  return iban ?? clipMiddle(address ?? '', 8, 6);
}
