import type { BankView } from '../../../api/contract/staff-bank.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { t } from '../../i18n/translate.ts';
import { euros } from '../euros.ts';
import { RowsCard } from '../rows-card.tsx';
import { Wrapped } from '../wrapped.ts';

type Question = BankView['name_questions'][number];

/** Payments whose name differs from the account holder's: the merchant answers, staff see what the bank said. */
export function NameQuestions({ rows }: { rows: readonly Question[] }) {
  return (
    <RowsCard
      caption={t('bank.names')}
      none={t('bank.names.none')}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      card={(row) => ({
        key: row.id,
        primary: row.name,
        value: euros(row.amount),
        status: t('bank.names.waits'),
        meta: [row.iban, `${t('bank.names.holder')}: ${row.payee_name ?? t('bank.names.noHolder')}`, row.reason]
          .filter(Boolean)
          .join(' · '),
      })}
    />
  );
}

const COLUMNS: readonly TableColumn<Question>[] = [
  { key: 'name', label: t('bank.names.name'), cell: ({ name }) => <Wrapped>{name}</Wrapped> },
  {
    key: 'holder',
    label: t('bank.names.holder'),
    cell: ({ payee_name }) => <Wrapped>{payee_name ?? t('bank.names.noHolder')}</Wrapped>,
  },
  {
    key: 'reason',
    label: t('bank.names.reason'),
    cell: ({ reason }) => <Wrapped>{reason ?? '–'}</Wrapped>,
    quiet: true,
  },
  { key: 'iban', label: t('bank.names.iban'), cell: ({ iban }) => iban, quiet: true },
  { key: 'state', label: t('bank.state'), cell: () => t('bank.names.waits'), spare: true },
  { key: 'amount', label: t('bank.amount'), cell: ({ amount }) => euros(amount), align: 'right' },
];
