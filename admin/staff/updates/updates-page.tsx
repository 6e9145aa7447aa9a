import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { UpdateLine } from '../../../contract/staff-updates.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { StaffQueue } from '../staff-queue.tsx';
import { TextDialog } from './text-dialog.tsx';
import { UpdateChip } from './update-chip.tsx';

/** `/compliance/updates`: what those who agreed to product updates get. */
export default function UpdatesPage() {
  const mayWrite = useStaffMay('update_write');
  const [isWriting, setIsWriting] = useState(false);
  const send = useStaffSend();
  const navigate = useNavigate();
  return (
    <StaffQueue<UpdateLine>
      resource="updates"
      actions={
        mayWrite && (
          <Button variant="contained" onClick={() => setIsWriting(true)}>
            {t('updates.write')}
          </Button>
        )
      }
      everyMs={15_000}
      name={NAME}
      columns={COLUMNS}
      card={({ status, created_at, counts }) => ({
        value: '',
        status: <UpdateChip status={status} />,
        secondary: formatMoment(created_at),
        meta: t('updates.progress', { ...counts }),
      })}
      art={<ReceiptArt />}
    >
      {isWriting && (
        <TextDialog
          title={t('updates.write')}
          submit={t('updates.save')}
          initial={{ subject: '', body: '' }}
          send={(body) =>
            send((provider) => provider.writeUpdate(body), {
              list: 'updates',
              onDone: ({ id }) => navigate(`/compliance/updates/${id}`),
            })
          }
          onClose={() => setIsWriting(false)}
        />
      )}
    </StaffQueue>
  );
}

const NAME = { key: 'subject', label: 'updates.subject', of: ({ subject }: UpdateLine) => subject } as const;
const COLUMNS: readonly TableColumn<UpdateLine>[] = [
  statusColumn(({ status }) => <UpdateChip status={status} />, { width: 144 }),
  column('writer', 'updates.writer', ({ written_by }) => <Wrapped>{written_by}</Wrapped>, { width: [120, 180] }),
  column('sent', 'updates.sent', ({ counts }) => counts.sent.toLocaleString('en'), { width: 112, align: 'right' }),
  column('created', 'updates.created', ({ created_at }) => formatMoment(created_at), { width: 136, quiet: true }),
];
