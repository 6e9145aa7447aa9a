import type { AuditEntryView } from '../../../contract/audit.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
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
  { key: 'who', width: [152, 200], label: t('records.who'), cell: ({ actor_name }) => <Wrapped>{actor_name}</Wrapped> },
  { key: 'what', label: t('records.what'), cell: ({ sentence }) => <Wrapped>{sentence}</Wrapped> },
  {
    key: 'where',
    width: [152, 240],
    label: t('records.where'),
    cell: (row) => <Wrapped>{placeOf(row)}</Wrapped>,
    quiet: true,
    spare: true,
  },
  { key: 'number', width: 104, label: t('records.number'), cell: ({ number }) => number, align: 'right', quiet: true },
  { key: 'at', width: [120, 144], label: t('records.at'), cell: ({ at }) => formatMoment(at), align: 'right' },
];

function placeOf({ browser, ip }: Entry): string {
  return [browser, ip].filter(Boolean).join(' · ');
}
