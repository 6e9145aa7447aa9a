import type { CaseLineView } from '../../api/contract/staff-cases.ts';
import { CASE_STATUSES } from '../../domain/compliance/case.ts';
import { ReceiptArt } from '../components/art.tsx';
import { Card } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { t } from '../i18n/translate.ts';
import { CaseChip, RiskChip } from './chips.tsx';
import { FilterSelect, Filters } from './filters.tsx';
import { StaffList } from './staff-list.tsx';
import { useStaffList } from './use-staff-list.ts';
import { waitingFor } from './waiting.ts';

const FOR_US = 'review,rechecking';

/** `/compliance/cases`: who waits for a decision, the longest first. */
export default function CasesPage() {
  const list = useStaffList<CaseLineView>('/staff/cases', { status: FOR_US, risk: 'all', order: 'longest_waiting' });
  const { status = FOR_US, risk = 'all', order = 'longest_waiting' } = list.values;
  return (
    <Page>
      <PageHead title={t('cases.title')} sub={t('cases.sub')} />
      <Card title={t('cases.caption')} titleHidden>
        <Filters>
          <FilterSelect
            label={t('cases.filter.state')}
            value={status}
            choices={[
              { value: FOR_US, label: t('cases.filter.state.staff') },
              { value: 'all', label: t('staff.all') },
              ...CASE_STATUSES.map((value) => ({ value, label: t(`caseStatus.${value}`) })),
            ]}
            onChange={(value) => list.change('status', value)}
          />
          <FilterSelect
            label={t('cases.filter.risk')}
            value={risk}
            choices={[
              { value: 'all', label: `${t('cases.risk')}: ${t('staff.all')}` },
              ...(['high', 'medium', 'low', 'unknown'] as const).map((value) => ({ value, label: t(`risk.${value}`) })),
            ]}
            onChange={(value) => list.change('risk', value)}
          />
          <FilterSelect
            label={t('cases.filter.order')}
            value={order}
            choices={[
              { value: 'longest_waiting', label: t('cases.order.longest') },
              { value: 'newest', label: t('cases.order.newest') },
            ]}
            onChange={(value) => list.change('order', value)}
          />
        </Filters>
        <StaffList
          caption={t('cases.caption')}
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          path={({ id }) => `/compliance/cases/${id}`}
          card={cardOf}
          empty={<EmptyState art={<ReceiptArt />} title={t('cases.empty')} text={t('cases.empty.text')} />}
        />
      </Card>
    </Page>
  );
}

const COLUMNS: readonly TableColumn<CaseLineView>[] = [
  { key: 'company', label: t('cases.company'), cell: nameOf },
  { key: 'state', label: t('cases.state'), cell: ({ status }) => <CaseChip status={status} /> },
  { key: 'risk', label: t('cases.risk'), cell: ({ risk_level }) => <RiskChip level={risk_level} /> },
  { key: 'approvals', label: t('cases.approvals'), cell: approvalsOf, quiet: true },
  { key: 'documents', label: t('cases.documents'), cell: ({ documents }) => documents, quiet: true, spare: true },
  { key: 'waiting', label: t('cases.waiting'), cell: ({ since }) => waitingFor(since), align: 'right' },
];

function cardOf(line: CaseLineView) {
  return {
    key: line.id,
    primary: nameOf(line),
    value: waitingFor(line.since),
    status: <CaseChip status={line.status} />,
    secondary: <RiskChip level={line.risk_level} />,
    meta: `${approvalsOf(line)} · ${t('cases.documentCount', { smart_count: line.documents })}`,
  };
}

function nameOf({ id, company_name, country }: CaseLineView) {
  return (
    <RowLink to={`/compliance/cases/${id}`}>
      {[company_name ?? t('cases.noName'), country].filter(Boolean).join(' · ')}
    </RowLink>
  );
}

function approvalsOf({ approvals, status }: CaseLineView): string {
  const waits = status === 'review' || status === 'rechecking';
  return waits ? t('cases.of2', { smart_count: new Set(approvals).size }) : '–';
}
