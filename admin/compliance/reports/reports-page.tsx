import type { ReportLine } from '../../api/contract/staff-operations.ts';
import { ReceiptArt } from '../components/art.tsx';
import { Card } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatFiat, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { ReportChip } from './chips.tsx';
import { FilterSelect, Filters, ModeFilter } from './filters.tsx';
import { StaffList } from './staff-list.tsx';
import { useStaffList } from './use-staff-list.ts';

/** `/compliance/reports`: drafts of linked operations of EUR 15,000 and more, and what became of the others. */
export default function ReportsPage() {
  const list = useStaffList<ReportLine>('/staff/reports', { status: 'all', mode: 'production' });
  return (
    <Page>
      <PageHead title={t('reports.title')} sub={t('reports.sub')} />
      <Card title={t('reports.caption')} titleHidden>
        <Filters>
          <FilterSelect
            label={t('reports.filter')}
            value={list.values.status ?? 'all'}
            choices={[
              { value: 'all', label: t('staff.all') },
              ...(['draft', 'filed', 'dismissed'] as const).map((value) => ({
                value,
                label: t(`reportStatus.${value}`),
              })),
            ]}
            onChange={(value) => list.change('status', value)}
          />
          <ModeFilter list={list} />
        </Filters>
        <StaffList
          caption={t('reports.caption')}
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          path={({ id }) => `/compliance/reports/${id}`}
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
      </Card>
    </Page>
  );
}

const COLUMNS: readonly TableColumn<ReportLine>[] = [
  { key: 'link', label: t('reports.linkedBy'), cell: nameOf },
  { key: 'state', label: t('reports.state'), cell: ({ status }) => <ReportChip status={status} /> },
  { key: 'period', label: t('reports.period'), cell: periodOf, quiet: true },
  { key: 'operations', label: t('reports.operations'), cell: ({ operations }) => operations, quiet: true, spare: true },
  { key: 'total', label: t('reports.total'), cell: ({ total_eur }) => formatFiat(total_eur, 'EUR'), align: 'right' },
];

function nameOf({ id, link, linked_by }: ReportLine) {
  return <RowLink to={`/compliance/reports/${id}`}>{`${t(`link.${link}`)} ${linked_by}`}</RowLink>;
}

function periodOf({ first_at, last_at }: ReportLine): string {
  return first_at === last_at ? formatMoment(first_at) : `${formatMoment(first_at)} – ${formatMoment(last_at)}`;
}
