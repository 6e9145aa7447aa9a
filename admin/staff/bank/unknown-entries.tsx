import Button from '@mui/material/Button';
import { useState } from 'react';
import type { BankEntryView } from '../../../contract/staff-bank.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { RowsCard } from '../rows-card.tsx';
import { BANK } from './bank-calls.ts';
import { otherSide, saidBy, signedAmount } from './entry-words.ts';
import { noteSchema } from './note-schema.ts';

/** Debits that belong to nothing in the books. They can be booked as the gateway's own cost. */
export function UnknownEntries({ rows }: { rows: readonly BankEntryView[] }) {
  const may = useStaffMay('bank_operate');
  const [chosen, setChosen] = useState<BankEntryView | null>(null);
  const send = useStaffSend();
  const button = (entry: BankEntryView) =>
    may &&
    entry.direction === 'debit' && (
      <Button
        size="small"
        aria-label={t('bank.costOf', { amount: euros(entry.amount) })}
        onClick={() => setChosen(entry)}
      >
        {t('bank.cost')}
      </Button>
    );
  return (
    <>
      <RowsCard
        caption={t('bank.unknown')}
        none={t('bank.unknown.none')}
        columns={[...COLUMNS, column('act', 'bank.cost', button, { labelHidden: true, align: 'right' })]}
        rows={rows}
        rowKey={({ id }) => id}
        card={(entry) => ({ ...cardOf(entry), secondary: button(entry) })}
      />
      {chosen && (
        <ReasonDialog
          title={t('bank.costOf', { amount: euros(chosen.amount) })}
          text={t('bank.cost.text', { from: otherSide(chosen), words: saidBy(chosen) })}
          submit={t('bank.cost')}
          danger
          schema={noteSchema}
          send={(note) =>
            send((provider) => provider.bookAsCost(chosen.id, note), { into: BANK, done: t('bank.booked.cost') })
          }
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** Entries that the bank has announced and no statement contains yet. */
export function ComingEntries({ rows }: { rows: readonly BankEntryView[] }) {
  return (
    <RowsCard
      caption={t('bank.coming')}
      none={t('bank.coming.none')}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      card={cardOf}
    />
  );
}

function cardOf(entry: BankEntryView) {
  return {
    key: entry.id,
    primary: otherSide(entry),
    value: signedAmount(entry),
    status: formatDay(entry.day),
    meta: `${saidBy(entry)} · ${entry.code}`,
  };
}

const COLUMNS: readonly TableColumn<BankEntryView>[] = [
  column('party', 'bank.party', (entry) => <Wrapped>{otherSide(entry)}</Wrapped>),
  column('words', 'bank.words', (entry) => <Wrapped>{saidBy(entry)}</Wrapped>),
  column('code', 'bank.code', ({ code }) => code, { quiet: true, spare: true }),
  column('day', 'bank.day', ({ day }) => formatDay(day), { quiet: true }),
  column('amount', 'bank.amount', signedAmount, { align: 'right' }),
];
