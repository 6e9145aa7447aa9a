import type { ReportLine } from '../../../contract/staff-operations.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { choicesFilter } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { ReportChip } from '../chips.tsx';
import { ModeSwitch, useShownMode } from '../mode-switch.tsx';

const ONLY = { production: { mode: 'production' }, sandbox: { mode: 'sandbox' } } as const;
const FILTERS = [
  choicesFilter({
    name: 'status',
    label: 'reports.state',
    all: ['draft', 'filed', 'dismissed'],
    wordOf: (status: ReportLine['status']) => t(`reportStatus.${status}`),
  }),
];

/** `/compliance/reports`: drafts of linked operations of EUR 15,000 and more, and what became of the others. */
export default function ReportsPage() {
  const mode = useShownMode();
  return (
    <Page>
      <PageHead title={t('reports.title')} sub={t('reports.sub')} actions={<ModeSwitch />} />
      <ResourceList<ReportLine>
        key={mode}
        resource="reports"
        words="reports"
        storeKey={`reports.${mode}`}
        only={ONLY[mode]}
        sort={AS_THE_API}
        filters={FILTERS}
        columns={COLUMNS}
        path={pathOf}
        card={(row) => ({
          key: row.id,
          primary: nameOf(row),
          value: formatFiat(row.total_eur, 'EUR'),
          status: <ReportChip status={row.status} />,
          secondary: `${row.operations}`,
          meta: periodOf(row),
        })}
        empty={<EmptyState art={<ReceiptArt />} title={t('reports.empty')} text={t('reports.empty.text')} />}
      />
    </Page>
  );
}

const COLUMNS: readonly TableColumn<ReportLine>[] = [
  column('link', 'reports.linkedBy', nameOf),
  column('state', 'reports.state', ({ status }) => <ReportChip status={status} />, { width: 128 }),
  column('period', 'reports.period', (row) => <Wrapped>{periodOf(row)}</Wrapped>, { width: [200, 280], quiet: true }),
  column('operations', 'reports.operations', ({ operations }) => operations, { width: 112, quiet: true, spare: true }),
  column('total', 'reports.total', ({ total_eur }) => formatFiat(total_eur, 'EUR'), { width: 144, align: 'right' }),
];

function pathOf({ id }: ReportLine): string {
  return `/compliance/reports/${id}`;
}

function nameOf(row: ReportLine) {
  return <RowLink to={pathOf(row)}>{`${t(`link.${row.link}`)} ${row.linked_by}`}</RowLink>;
}

function periodOf({ first_at, last_at }: ReportLine): string {
  return first_at === last_at ? formatMoment(first_at) : `${formatMoment(first_at)} – ${formatMoment(last_at)}`;
}
