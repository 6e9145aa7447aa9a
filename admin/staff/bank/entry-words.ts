import type { BankEntryView } from '../../../contract/staff-bank.ts';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';

/** Credits with a plus, debits with a minus. */
export function signedAmount({ direction, amount }: Pick<BankEntryView, 'direction' | 'amount'>): string {
  return formatFiat(direction === 'debit' ? `-${amount}` : amount, 'EUR', { signed: true });
}

/** The counterparty that the bank reports. */
export function otherSide({ party_name, party_iban }: Pick<BankEntryView, 'party_name' | 'party_iban'>): string {
  return [party_name, party_iban].filter(Boolean).join(' · ') || t('bank.party.none');
}

/** The remittance text and the references of both sides. */
export function saidBy(
  entry: Pick<BankEntryView, 'remittance' | 'creditor_reference' | 'end_to_end_id' | 'bank_reference'>,
): string {
  const { remittance, creditor_reference, end_to_end_id, bank_reference } = entry;
  return [remittance, creditor_reference, end_to_end_id, bank_reference].filter(Boolean).join(' · ') || '–';
}
