import '../reports/report-words.ts';
import { t } from '../i18n/translate.ts';
import { choicesFilter, type ListFilterField } from '../list/filters.tsx';

export const KINDS = [
  'invoice',
  'deposit',
  'payout',
  'mass_payout',
  'refund',
  'conversion',
  'withdrawal',
  'card_order',
  'payment_request',
] as const;

/** Filters events and balance changes by the kind of object. */
export function kindFilter(): ListFilterField {
  return choicesFilter({
    name: 'kinds',
    label: 'history.filter.kind',
    all: KINDS,
    wordOf: (kind: (typeof KINDS)[number]) => t(`events.kind.${kind}`),
  });
}
