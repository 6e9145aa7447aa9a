import Button from '@mui/material/Button';
import { useState } from 'react';
import type { OperationLine } from '../../../contract/staff-operations.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { SUSPICION_STATUSES, type SuspicionStatus } from '../../../domain/suspicion/suspicion.ts';
import { CoinsArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { choicesFilter, type ListFilterField } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { Icon } from '../../look/icon.tsx';
import { OperationChip } from '../chips.tsx';
import { useStaffMay } from '../data/use-staff-may.ts';
import { ModeSwitch, useShownMode } from '../mode-switch.tsx';
import { RoomTabs, useRoomTab } from '../room-tabs.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

const TABS = ['open', 'all'] as const;
type Tab = (typeof TABS)[number];

const OPEN = 'suspended,reported';
const ONLY: Readonly<Record<`${Tab}.${Mode}`, Readonly<Record<string, string>>>> = {
  'open.production': { status: OPEN, mode: 'production' },
  'open.sandbox': { status: OPEN, mode: 'sandbox' },
  'all.production': { mode: 'production' },
  'all.sandbox': { mode: 'sandbox' },
};
const FILTERS: Readonly<Record<Tab, readonly ListFilterField[]>> = {
  open: [],
  all: [
    choicesFilter({
      name: 'status',
      label: 'operations.state',
      all: SUSPICION_STATUSES,
      wordOf: (status: SuspicionStatus) => t(`operationStatus.${status}`),
    }),
  ],
};

/** `/compliance/operations`: what is suspended, what is due first on top. */
export default function OperationsPage() {
  const may = useStaffMay('operation_suspend');
  const [suspending, setSuspending] = useState(false);
  const tab = useRoomTab(TABS);
  const list = `${tab}.${useShownMode()}` as const;
  const actions = (
    <>
      <ModeSwitch />
      {may && (
        <Button variant="contained" startIcon={<Icon name="lock" />} onClick={() => setSuspending(true)}>
          {t('operations.suspend')}
        </Button>
      )}
    </>
  );
  return (
    <Page>
      <PageHead title={t('operations.title')} sub={t('operations.sub')} actions={actions} />
      <RoomTabs
        label={t('operations.title')}
        tabs={TABS}
        current={tab}
        wordOf={(each) => t(`operations.tab.${each}`)}
      />
      <ResourceList<OperationLine>
        key={list}
        resource="operations"
        words="operations"
        storeKey={`operations.${list}`}
        only={ONLY[list]}
        sort={AS_THE_API}
        filters={FILTERS[tab]}
        columns={COLUMNS}
        path={pathOf}
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
      {suspending && <SuspendDialog onClose={() => setSuspending(false)} />}
    </Page>
  );
}

const COLUMNS: readonly TableColumn<OperationLine>[] = [
  column('operation', 'operations.operation', nameOf),
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

function pathOf({ id }: OperationLine): string {
  return `/compliance/operations/${id}`;
}

function nameOf(row: OperationLine) {
  return <RowLink to={pathOf(row)}>{`${t(`operationKind.${row.kind}`)} ${row.label}`}</RowLink>;
}

function eurosOf({ value_eur }: OperationLine): string {
  return value_eur === null ? '–' : formatFiat(value_eur, 'EUR');
}
