import type { CaseLineView } from '../../../contract/staff-cases.ts';
import { CASE_STATUSES, type CaseStatus } from '../../../domain/compliance/case.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { choicesFilter } from '../../list/filters.tsx';
import { CaseChip, RiskChip } from '../chips.tsx';
import { type QueueTabs, StaffQueue } from '../staff-queue.tsx';
import { waitingFor } from '../waiting.ts';

const RISK = choicesFilter({
  name: 'risk',
  label: 'cases.risk',
  all: ['high', 'medium', 'low', 'unknown'],
  wordOf: (risk: 'high' | 'medium' | 'low' | 'unknown') => t(`risk.${risk}`),
});
const TABS: QueueTabs = [
  {
    key: 'waiting',
    label: 'cases.tab.waiting',
    only: { status: 'review,rechecking', order: 'longest_waiting' },
    filters: [RISK],
  },
  {
    key: 'all',
    label: 'cases.tab.all',
    only: { order: 'newest' },
    filters: [
      choicesFilter({
        name: 'status',
        label: 'cases.state',
        all: CASE_STATUSES,
        wordOf: (status: CaseStatus) => t(`caseStatus.${status}`),
      }),
      RISK,
    ],
  },
];

/** `/compliance/cases`: who waits for a decision, the longest first; and all others. */
export default function CasesPage() {
  return (
    <StaffQueue<CaseLineView>
      resource="cases"
      tabs={TABS}
      name={NAME}
      columns={COLUMNS}
      card={cardOf}
      art={<ReceiptArt />}
    />
  );
}

const NAME = {
  key: 'company',
  label: 'cases.company',
  of: ({ company_name, country }: CaseLineView) =>
    [company_name ?? t('cases.noName'), country].filter(Boolean).join(' · '),
} as const;
const COLUMNS: readonly TableColumn<CaseLineView>[] = [
  column('state', 'cases.state', ({ status }) => <CaseChip status={status} />, { width: 160 }),
  column('risk', 'cases.risk', ({ risk_level }) => <RiskChip level={risk_level} />, { width: 160 }),
  column('approvals', 'cases.approvals', approvalsOf, { width: 120, quiet: true }),
  column('documents', 'cases.documents', ({ documents }) => documents, { width: 120, quiet: true, spare: true }),
  column('waiting', 'cases.waiting', ({ since }) => waitingFor(since), { width: 120, align: 'right' }),
];

function cardOf(line: CaseLineView) {
  return {
    value: waitingFor(line.since),
    status: <CaseChip status={line.status} />,
    secondary: <RiskChip level={line.risk_level} />,
    meta: [
      ...(isUndecided(line) ? [t('cases.approvalCount', { approvals: approvalsOf(line) })] : []),
      t('cases.documentCount', { smart_count: line.documents }),
    ].join(' · '),
  };
}

function isUndecided({ status }: CaseLineView): boolean {
  return status === 'review' || status === 'rechecking';
}

function approvalsOf(line: CaseLineView): string {
  const { approvals } = line;
  return isUndecided(line) ? t('cases.of2', { smart_count: new Set(approvals).size }) : '–';
}
