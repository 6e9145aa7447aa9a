import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { UpdateLine } from '../../../contract/staff-updates.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { TextDialog } from './text-dialog.tsx';
import { UpdateChip } from './update-chip.tsx';

/** `/compliance/updates`: what those who agreed to product updates get. */
export default function UpdatesPage() {
  const mayWrite = useStaffMay('update_write');
  const [isWriting, setIsWriting] = useState(false);
  const send = useStaffSend();
  const navigate = useNavigate();
  return (
    <Page>
      <PageHead
        title={t('updates.title')}
        sub={t('updates.sub')}
        actions={
          mayWrite && (
            <Button variant="contained" onClick={() => setIsWriting(true)}>
              {t('updates.write')}
            </Button>
          )
        }
      />
      <ResourceList<UpdateLine>
        resource="updates"
        words="updates"
        sort={AS_THE_API}
        everyMs={15_000}
        columns={COLUMNS}
        path={pathOf}
        card={(row) => ({
          key: row.id,
          primary: subjectOf(row),
          value: '',
          status: <UpdateChip status={row.status} />,
          secondary: formatMoment(row.created_at),
          meta: t('updates.progress', { ...row.counts }),
        })}
        empty={<EmptyState art={<ReceiptArt />} title={t('updates.empty')} text={t('updates.empty.text')} />}
      />
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
    </Page>
  );
}

const COLUMNS: readonly TableColumn<UpdateLine>[] = [
  column('subject', 'updates.subject', subjectOf),
  statusColumn(({ status }) => <UpdateChip status={status} />, { width: 144 }),
  column('writer', 'updates.writer', ({ written_by }) => <Wrapped>{written_by}</Wrapped>, { width: [120, 180] }),
  column('sent', 'updates.sent', ({ counts }) => counts.sent.toLocaleString('en'), { width: 112, align: 'right' }),
  column('created', 'updates.created', ({ created_at }) => formatMoment(created_at), { width: 136, quiet: true }),
];

function pathOf({ id }: UpdateLine): string {
  return `/compliance/updates/${id}`;
}

function subjectOf(row: UpdateLine) {
  return <RowLink to={pathOf(row)}>{row.subject}</RowLink>;
}
