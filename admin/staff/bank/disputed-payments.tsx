import Button from '@mui/material/Button';
import { useState } from 'react';
import type { BankView } from '../../../contract/staff-bank.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffAct, useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { BANK } from './bank-calls.ts';
import { noteSchema } from './note-schema.ts';
import { PaymentQueue } from './payment-queue.tsx';

type Disputed = BankView['disputed_payments'][number];
type Request = NonNullable<Disputed['request']>;

/** Own payments that the bank rejected although it may make them: two people say that it did not. */
export function DisputedPayments({ rows }: { rows: readonly Disputed[] }) {
  const may = useStaffMay('bank_operate');
  const [chosen, setChosen] = useState<Disputed | null>(null);
  return (
    <>
      <PaymentQueue
        caption={t('bank.disputed')}
        columns={COLUMNS}
        rows={rows}
        stateOf={stateOf}
        acts={(row) => may && <Act row={row} onRequest={() => setChosen(row)} />}
        details={({ iban, end_to_end_id, reason }) => [iban, end_to_end_id, reason]}
      />
      {chosen && <RequestDialog row={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Confirms what another person has requested; before that, or if that is not possible, requests it. */
function Act({ row, onRequest }: { row: Disputed; onRequest: () => void }) {
  if (row.request?.may_confirm) return <ConfirmButton row={row} request={row.request} />;
  return (
    <Button size="small" color="error" aria-label={wordsOf('bank.disputed.requestOf', row)} onClick={onRequest}>
      {t('bank.disputed.request')}
    </Button>
  );
}

function ConfirmButton({ row, request }: { row: Disputed; request: Request }) {
  const confirm = useStaffAct((provider) => provider.confirmRejection(request.id), {
    into: BANK,
    done: t('bank.disputed.confirmed'),
  });
  return (
    <Button
      size="small"
      color="error"
      aria-label={wordsOf('bank.disputed.confirmOf', row)}
      disabled={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      {t('bank.disputed.confirm')}
    </Button>
  );
}

function RequestDialog({ row, onClose }: { row: Disputed; onClose: () => void }) {
  const send = useStaffSend();
  return (
    <ReasonDialog
      title={wordsOf('bank.disputed.requestOf', row)}
      text={t('bank.disputed.text', { reference: row.end_to_end_id, iban: row.iban })}
      submit={t('bank.disputed.request')}
      danger
      schema={noteSchema}
      send={(note) =>
        send((provider) => provider.requestRejection(row.id, note), { into: BANK, done: t('bank.disputed.requested') })
      }
      onClose={onClose}
    />
  );
}

function wordsOf(key: 'bank.disputed.requestOf' | 'bank.disputed.confirmOf', { amount, name }: Disputed): string {
  return t(key, { amount: euros(amount), name });
}

function stateOf({ request }: Disputed): string {
  if (request === null) return t('bank.disputed.waits');
  return t('bank.disputed.asked', { name: request.requested_by, note: request.note });
}

const COLUMNS: readonly TableColumn<Disputed>[] = [
  column('name', 'bank.names.name', ({ name }) => <Wrapped>{name}</Wrapped>),
  column('reason', 'bank.names.reason', ({ reason }) => <Wrapped>{reason ?? '–'}</Wrapped>, { quiet: true }),
  column('reference', 'bank.restored.reference', (row) => row.end_to_end_id, { quiet: true, spare: true }),
  column('state', 'bank.state', (row) => <Wrapped>{stateOf(row)}</Wrapped>),
  column('amount', 'bank.amount', ({ amount }) => euros(amount), { align: 'right' }),
];
