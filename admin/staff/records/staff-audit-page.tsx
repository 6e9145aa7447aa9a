import type { AuditEntryView } from '../../../contract/audit.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { searchFilter } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';

/** react-admin's id of an entry is its number. */
type Entry = AuditEntryView & { readonly id: string };

const FILTERS = [searchFilter({ label: 'staff.search', hint: 'staffAudit.searchHint' })];

/** `/compliance/audit`: what staff did, newest first, from the chain that shows every change. */
export default function StaffAuditPage() {
  return (
    <Page>
      <PageHead title={t('staffAudit.title')} sub={t('staffAudit.sub')} />
      <ResourceList<Entry>
        resource="audit"
        words="staffAudit"
        sort={AS_THE_API}
        perPage={25}
        filters={FILTERS}
        columns={COLUMNS}
        card={(row) => ({
          key: row.number,
          primary: row.actor_name,
          value: formatMoment(row.at),
          status: row.sentence,
          meta: [t('audit.number', { number: row.number }), placeOf(row)].filter(Boolean).join(' · '),
        })}
        empty={<EmptyState art={<ReceiptArt />} title={t('staffAudit.empty')} text={t('staffAudit.sub')} />}
      />
    </Page>
  );
}

const COLUMNS: readonly TableColumn<Entry>[] = [
  column('who', 'records.who', ({ actor_name }) => <Wrapped>{actor_name}</Wrapped>, { width: [152, 200] }),
  column('what', 'records.what', ({ sentence }) => <Wrapped>{sentence}</Wrapped>),
  column('where', 'records.where', (row) => <Wrapped>{placeOf(row)}</Wrapped>, {
    width: [152, 240],
    quiet: true,
    spare: true,
  }),
  column('number', 'records.number', ({ number }) => number, { width: 104, align: 'right', quiet: true }),
  column('at', 'records.at', ({ at }) => formatMoment(at), { width: [120, 144], align: 'right' }),
];

function placeOf({ browser, ip }: Entry): string {
  return [browser, ip].filter(Boolean).join(' · ');
}
