import type { ApplicationLine } from '../../../contract/contact.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../domain/forms/application.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t, translateOr } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { choicesFilter, type ListFilterField, searchFilter } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { ApplicationChip } from './application-chip.tsx';

const FILTERS: readonly ListFilterField[] = [
  searchFilter({ label: 'applications.search', hint: 'applications.searchHint' }),
  choicesFilter({
    name: 'status',
    label: 'applications.status',
    all: APPLICATION_STATUSES,
    wordOf: (status: ApplicationStatus) => t(`applicationStatus.${status}`),
  }),
];

/** Businesses that applied for an account, with everything that they said. */
export function ApplicationList() {
  return (
    <ResourceList<ApplicationLine>
      resource="applications"
      words="applications"
      sort={AS_THE_API}
      everyMs={30_000}
      filters={FILTERS}
      columns={COLUMNS}
      card={(row) => ({
        key: row.id,
        primary: row.domain,
        value: '',
        status: <ApplicationChip status={row.status} />,
        secondary: formatMoment(row.created_at),
        meta: `${row.email} · ${row.contact_handle} · ${businessOf(row)}`,
      })}
      empty={<EmptyState art={<ReceiptArt />} title={t('applications.empty')} text={t('applications.empty.text')} />}
    />
  );
}

const COLUMNS: readonly TableColumn<ApplicationLine>[] = [
  column('domain', 'applications.domain', ({ domain }) => <Wrapped>{domain}</Wrapped>),
  column('email', 'applications.email', ({ email }) => <Wrapped>{email}</Wrapped>, { width: [160, 240] }),
  column('handle', 'applications.handle', ({ contact_handle }) => <Wrapped>{contact_handle}</Wrapped>, {
    width: [120, 180],
    spare: 'narrow',
  }),
  column('business', 'applications.business', (row) => <Wrapped>{businessOf(row)}</Wrapped>, { width: [160, 240] }),
  statusColumn(({ status }) => <ApplicationChip status={status} />, { width: 152 }),
  column('created', 'applications.applied', ({ created_at }) => formatMoment(created_at), { width: 136, quiet: true }),
];

/** Also answers of earlier versions, which this one has no words for. */
function businessOf({ industry, turnover, company_name }: ApplicationLine): string {
  const said = [translateOr(`industry.${industry}`, industry), translateOr(`turnover.${turnover}`, turnover)];
  return [...(company_name === null ? [] : [company_name]), ...said].join(' · ');
}
