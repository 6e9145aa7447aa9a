import Button from '@mui/material/Button';
import { useState } from 'react';
import type { BankView } from '../../../contract/staff-bank.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffAct, useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { BANK } from './bank-calls.ts';
import { noteSchema } from './note-schema.ts';
import { PaymentQueue } from './payment-queue.tsx';

type Payment = BankView['restored_payments'][number];
type Release = BankView['releases'][number];

export interface RestoredPaymentsProps {
  mode: Mode;
  rows: readonly Payment[];
  /** The release that needs a second person. */
  release: Release | undefined;
}

/** After a restore: payments that may have left since the backup go to the bank only by two people. */
export function RestoredPayments({ mode, rows, release }: RestoredPaymentsProps) {
  const may = useStaffMay('bank_operate');
  const [asks, setAsks] = useState(false);
  const stateOf = ({ id }: Payment) =>
    release?.payments.includes(id) ? requesterText(release) : t('bank.restored.waits');
  const acts = may && (
    <>
      {release && <ConfirmButton release={release} />}
      <Button size="small" onClick={() => setAsks(true)}>
        {t('bank.restored.request')}
      </Button>
    </>
  );
  return (
    <>
      <PaymentQueue
        caption={t('bank.restored')}
        aside={acts}
        columns={[...COLUMNS, column('state', 'bank.state', stateOf)]}
        rows={rows}
        stateOf={stateOf}
        secondary={({ created_at }) => formatMoment(created_at)}
        details={({ iban, end_to_end_id }) => [iban, end_to_end_id]}
      />
      {asks && <RequestDialog mode={mode} rows={rows} onClose={() => setAsks(false)} />}
    </>
  );
}

function ConfirmButton({ release }: { release: Release }) {
  const { id, payments, requested_by: name } = release;
  const confirm = useStaffAct((provider) => provider.confirmRelease(id), {
    into: BANK,
    done: t('bank.restored.confirmed'),
  });
  return (
    <Button size="small" color="error" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
      {t('bank.restored.confirm', { smart_count: payments.length, name })}
    </Button>
  );
}

function RequestDialog({
  mode,
  rows,
  onClose,
}: Pick<RestoredPaymentsProps, 'mode' | 'rows'> & { onClose: () => void }) {
  const send = useStaffSend();
  return (
    <ReasonDialog
      title={t('bank.restored.request')}
      text={t('bank.restored.text', { smart_count: rows.length })}
      submit={t('bank.restored.request')}
      danger
      schema={noteSchema}
      send={(note) =>
        send((provider) => provider.requestRelease({ mode, payments: rows.map(({ id }) => id), note }), {
          into: BANK,
          done: t('bank.restored.requested'),
        })
      }
      onClose={onClose}
    />
  );
}

function requesterText({ requested_by: name }: Release): string {
  return t('bank.restored.asked', { name });
}

const COLUMNS: readonly TableColumn<Payment>[] = [
  column('name', 'bank.names.name', ({ name }) => <Wrapped>{name}</Wrapped>),
  column('iban', 'bank.names.iban', ({ iban }) => iban, { quiet: true, spare: true }),
  column('reference', 'bank.restored.reference', (row) => row.end_to_end_id, { quiet: true, spare: true }),
  column('created', 'bank.created', ({ created_at }) => formatMoment(created_at), { quiet: true }),
  column('amount', 'bank.amount', ({ amount }) => euros(amount), { align: 'right' }),
];
