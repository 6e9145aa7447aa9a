import type { ReportLine } from '../../../contract/staff-operations.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { choicesFilter } from '../../list/filters.tsx';
import { ReportChip } from '../chips.tsx';
import { type QueueTabs, StaffQueue } from '../staff-queue.tsx';

const TABS: QueueTabs = [
  {
    key: '',
    filters: [
      choicesFilter({
        name: 'status',
        label: 'reports.state',
        all: ['draft', 'filed', 'dismissed'],
        wordOf: (status: ReportLine['status']) => t(`reportStatus.${status}`),
      }),
    ],
  },
];

/** `/compliance/reports`: drafts of linked operations of EUR 15,000 and more, and what became of the others. */
export default function ReportsPage() {
  return (
    <StaffQueue<ReportLine>
      resource="reports"
      tabs={TABS}
      byMode
      name={NAME}
      columns={COLUMNS}
      card={(row) => ({
        value: formatFiat(row.total_eur, 'EUR'),
        status: <ReportChip status={row.status} />,
        secondary: t('reports.operationCount', { smart_count: row.operations }),
        meta: periodOf(row),
      })}
      art={<ReceiptArt />}
    />
  );
}

const NAME = {
  key: 'link',
  label: 'reports.linkedBy',
  of: ({ link, linked_by }: ReportLine) => `${t(`link.${link}`)} ${linked_by}`,
} as const;
const COLUMNS: readonly TableColumn<ReportLine>[] = [
  column('state', 'reports.state', ({ status }) => <ReportChip status={status} />, { width: 128 }),
  column('period', 'reports.period', (row) => <Wrapped>{periodOf(row)}</Wrapped>, { width: [200, 280], quiet: true }),
  column('operations', 'reports.operations', ({ operations }) => operations, { width: 112, quiet: true, spare: true }),
  column('total', 'reports.total', ({ total_eur }) => formatFiat(total_eur, 'EUR'), { width: 144, align: 'right' }),
];

function periodOf({ first_at, last_at }: ReportLine): string {
  return first_at === last_at ? formatMoment(first_at) : `${formatMoment(first_at)} – ${formatMoment(last_at)}`;
}
