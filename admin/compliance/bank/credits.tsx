import type { BankEntryView } from '../../../api/contract/staff-bank.ts';
import { CoinsArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { useShownMode } from '../mode-switch.tsx';
import { Wrapped } from '../wrapped.ts';
import { otherSide, saidBy, signedAmount } from './entry-words.ts';

const ONLY = { production: { mode: 'production' }, sandbox: { mode: 'sandbox' } } as const;

/** Euro that came and that nobody has claimed, kept in suspense. */
export function CreditList() {
  const mode = useShownMode();
  return (
    <ResourceList<BankEntryView>
      key={mode}
      resource="bank/credits"
      words="bankCredits"
      storeKey={`bankCredits.${mode}`}
      only={ONLY[mode]}
      sort={AS_THE_API}
      columns={COLUMNS}
      card={(entry) => ({
        key: entry.id,
        primary: otherSide(entry),
        value: signedAmount(entry),
        status: formatDay(entry.day),
        meta: saidBy(entry),
      })}
      empty={<EmptyState art={<CoinsArt />} title={t('bankCredits.empty')} text={t('bankCredits.empty.text')} />}
    />
  );
}

const COLUMNS: readonly TableColumn<BankEntryView>[] = [
  { key: 'party', width: [200, 320], label: t('bank.party'), cell: (entry) => <Wrapped>{otherSide(entry)}</Wrapped> },
  { key: 'words', label: t('bank.words'), cell: (entry) => <Wrapped>{saidBy(entry)}</Wrapped> },
  { key: 'day', width: 120, label: t('bank.day'), cell: ({ day }) => formatDay(day), quiet: true },
  { key: 'amount', width: 144, label: t('bank.amount'), cell: signedAmount, align: 'right' },
];
