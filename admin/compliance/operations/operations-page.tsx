import Button from '@mui/material/Button';
import { useState } from 'react';
import type { OperationLine } from '../../api/contract/staff-operations.ts';
import { SUSPICION_STATUSES } from '../../domain/suspicion/suspicion.ts';
import { CoinsArt } from '../components/art.tsx';
import { Card } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatFiat, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { OperationChip } from './chips.tsx';
import { FilterSelect, Filters, ModeFilter } from './filters.tsx';
import { StaffList } from './staff-list.tsx';
import { useStaffMay } from './staff-session.ts';
import { SuspendDialog } from './suspend-dialog.tsx';
import { useStaffList } from './use-staff-list.ts';

/** `/compliance/operations`: what is suspended, what is due first on top. */
export default function OperationsPage() {
  const may = useStaffMay('operation_suspend');
  const [suspending, setSuspending] = useState(false);
  const list = useStaffList<OperationLine>('/staff/operations', {
    status: 'suspended,reported',
    mode: 'production',
  });
  const { status = 'suspended,reported' } = list.values;
  const suspend = may && (
    <Button variant="contained" startIcon={<Icon name="lock" />} onClick={() => setSuspending(true)}>
      {t('operations.suspend')}
    </Button>
  );
  return (
    <Page>
      <PageHead title={t('operations.title')} sub={t('operations.sub')} actions={suspend} />
      <Card title={t('operations.caption')} titleHidden>
        <Filters>
          <FilterSelect
            label={t('operations.filter')}
            value={status}
            choices={[
              {
                value: 'suspended,reported',
                label: `${t('operationStatus.suspended')}, ${t('operationStatus.reported').toLowerCase()}`,
              },
              { value: 'all', label: t('staff.all') },
              ...SUSPICION_STATUSES.map((value) => ({ value, label: t(`operationStatus.${value}`) })),
            ]}
            onChange={(value) => list.change('status', value)}
          />
          <ModeFilter list={list} />
        </Filters>
        <StaffList
          caption={t('operations.caption')}
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          path={({ id }) => `/compliance/operations/${id}`}
          card={(row) => ({
            key: row.id,
            primary: nameOf(row),
            value: eurosOf(row),
            status: <OperationChip status={row.status} overdue={row.overdue} />,
            secondary: row.status === 'suspended' ? formatMoment(row.due_at) : '',
            meta: row.company_name ?? t('cases.noName'),
          })}
          empty={<EmptyState art={<CoinsArt />} title={t('operations.empty')} text={t('operations.empty.text')} />}
        />
      </Card>
      {suspending && <SuspendDialog onClose={() => setSuspending(false)} />}
    </Page>
  );
}

const COLUMNS: readonly TableColumn<OperationLine>[] = [
  { key: 'operation', label: t('operations.operation'), cell: nameOf },
  { key: 'merchant', label: t('operations.merchant'), cell: ({ company_name }) => company_name ?? t('cases.noName') },
  {
    key: 'state',
    label: t('operations.state'),
    cell: ({ status, overdue }) => <OperationChip status={status} overdue={overdue} />,
  },
  {
    key: 'due',
    label: t('operations.due'),
    cell: ({ status, due_at }) => (status === 'suspended' ? formatMoment(due_at) : '–'),
    quiet: true,
  },
  { key: 'value', label: t('operations.value'), cell: eurosOf, align: 'right' },
];

function nameOf({ id, kind, label }: OperationLine) {
  return <RowLink to={`/compliance/operations/${id}`}>{`${t(`operationKind.${kind}`)} ${label}`}</RowLink>;
}

function eurosOf({ value_eur }: OperationLine): string {
  return value_eur === null ? '–' : formatFiat(value_eur, 'EUR');
}
