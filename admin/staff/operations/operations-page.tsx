import Button from '@mui/material/Button';
import { useState } from 'react';
import type { OperationLine } from '../../../contract/staff-operations.ts';
import { SUSPICION_STATUSES, type SuspicionStatus } from '../../../domain/suspicion/suspicion.ts';
import { CoinsArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { choicesFilter } from '../../list/filters.tsx';
import { Icon } from '../../look/icon.tsx';
import { OperationChip } from '../chips.tsx';
import { useStaffMay } from '../data/use-staff-may.ts';
import { type QueueTabs, StaffQueue } from '../staff-queue.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

const TABS: QueueTabs = [
  { key: 'open', label: 'operations.tab.open', only: { status: 'suspended,reported' } },
  {
    key: 'all',
    label: 'operations.tab.all',
    filters: [
      choicesFilter({
        name: 'status',
        label: 'operations.state',
        all: SUSPICION_STATUSES,
        wordOf: (status: SuspicionStatus) => t(`operationStatus.${status}`),
      }),
    ],
  },
];

/** `/compliance/operations`: what is suspended, what is due first on top. */
export default function OperationsPage() {
  const may = useStaffMay('operation_suspend');
  const [suspending, setSuspending] = useState(false);
  return (
    <StaffQueue<OperationLine>
      resource="operations"
      tabs={TABS}
      byMode
      actions={
        may && (
          <Button variant="contained" startIcon={<Icon name="lock" />} onClick={() => setSuspending(true)}>
            {t('operations.suspend')}
          </Button>
        )
      }
      name={NAME}
      columns={COLUMNS}
      card={(row) => ({
        value: eurosOf(row),
        status: <OperationChip status={row.status} overdue={row.overdue} />,
        secondary: row.status === 'suspended' ? formatMoment(row.due_at) : '',
        meta: row.company_name ?? t('cases.noName'),
      })}
      art={<CoinsArt />}
    >
      {suspending && <SuspendDialog onClose={() => setSuspending(false)} />}
    </StaffQueue>
  );
}

const NAME = {
  key: 'operation',
  label: 'operations.operation',
  of: ({ kind, label }: OperationLine) => `${t(`operationKind.${kind}`)} ${label}`,
} as const;
const COLUMNS: readonly TableColumn<OperationLine>[] = [
  column(
    'merchant',
    'operations.merchant',
    ({ company_name }) => <Wrapped>{company_name ?? t('cases.noName')}</Wrapped>,
    { width: [160, 240] },
  ),
  column('state', 'operations.state', ({ status, overdue }) => <OperationChip status={status} overdue={overdue} />, {
    width: 144,
  }),
  column('due', 'operations.due', ({ status, due_at }) => (status === 'suspended' ? formatMoment(due_at) : '–'), {
    width: 136,
    quiet: true,
  }),
  column('value', 'operations.value', eurosOf, { width: 128, align: 'right' }),
];

function eurosOf({ value_eur }: OperationLine): string {
  return value_eur === null ? '–' : formatFiat(value_eur, 'EUR');
}
