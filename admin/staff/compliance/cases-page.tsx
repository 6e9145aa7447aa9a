import type { CaseLineView } from '../../../contract/staff-cases.ts';
import { CASE_STATUSES, type CaseStatus } from '../../../domain/compliance/case.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { choicesFilter, type ListFilterField } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { CaseChip, RiskChip } from '../chips.tsx';
import { RoomTabs, useRoomTab } from '../room-tabs.tsx';
import { waitingFor } from '../waiting.ts';

const TABS = ['waiting', 'all'] as const;
type Tab = (typeof TABS)[number];

const ONLY: Readonly<Record<Tab, Readonly<Record<string, string>>>> = {
  waiting: { status: 'review,rechecking', order: 'longest_waiting' },
  all: { order: 'newest' },
};
const RISK = choicesFilter({
  name: 'risk',
  label: 'cases.risk',
  all: ['high', 'medium', 'low', 'unknown'],
  wordOf: (risk: 'high' | 'medium' | 'low' | 'unknown') => t(`risk.${risk}`),
});
const FILTERS: Readonly<Record<Tab, readonly ListFilterField[]>> = {
  waiting: [RISK],
  all: [
    choicesFilter({
      name: 'status',
      label: 'cases.state',
      all: CASE_STATUSES,
      wordOf: (status: CaseStatus) => t(`caseStatus.${status}`),
    }),
    RISK,
  ],
};

/** `/compliance/cases`: who waits for a decision, the longest first; and all others. */
export default function CasesPage() {
  const tab = useRoomTab(TABS);
  return (
    <Page>
      <PageHead title={t('cases.title')} sub={t('cases.sub')} />
      <RoomTabs label={t('cases.title')} tabs={TABS} current={tab} wordOf={(each) => t(`cases.tab.${each}`)} />
      <ResourceList<CaseLineView>
        key={tab}
        resource="cases"
        words="cases"
        storeKey={`cases.${tab}`}
        only={ONLY[tab]}
        sort={AS_THE_API}
        filters={FILTERS[tab]}
        columns={COLUMNS}
        card={cardOf}
        path={pathOf}
        empty={<EmptyState art={<ReceiptArt />} title={t('cases.empty')} text={t('cases.empty.text')} />}
      />
    </Page>
  );
}

const COLUMNS: readonly TableColumn<CaseLineView>[] = [
  column('company', 'cases.company', nameOf),
  column('state', 'cases.state', ({ status }) => <CaseChip status={status} />, { width: 160 }),
  column('risk', 'cases.risk', ({ risk_level }) => <RiskChip level={risk_level} />, { width: 160 }),
  column('approvals', 'cases.approvals', approvalsOf, { width: 120, quiet: true }),
  column('documents', 'cases.documents', ({ documents }) => documents, { width: 120, quiet: true, spare: true }),
  column('waiting', 'cases.waiting', ({ since }) => waitingFor(since), { width: 120, align: 'right' }),
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

function pathOf({ id }: CaseLineView): string {
  return `/compliance/cases/${id}`;
}

function nameOf(line: CaseLineView) {
  const { company_name, country } = line;
  return (
    <RowLink to={pathOf(line)}>{[company_name ?? t('cases.noName'), country].filter(Boolean).join(' · ')}</RowLink>
  );
}

function approvalsOf({ approvals, status }: CaseLineView): string {
  const waits = status === 'review' || status === 'rechecking';
  return waits ? t('cases.of2', { smart_count: new Set(approvals).size }) : '–';
}
