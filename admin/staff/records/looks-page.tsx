import type { LookView } from '../../../contract/staff-operations.ts';
import { STAFF_ROLE_WORDS } from '../../../domain/accounts/staff-permissions.ts';
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

const FILTERS = [searchFilter({ label: 'staff.search', hint: 'looks.searchHint' })];

/** `/compliance/looks`: who looked at whose personal data, when and why. */
export default function LooksPage() {
  return (
    <Page>
      <PageHead title={t('looks.title')} sub={t('looks.sub')} />
      <ResourceList<LookView>
        resource="looks"
        words="looks"
        sort={AS_THE_API}
        perPage={25}
        filters={FILTERS}
        columns={COLUMNS}
        card={(row) => ({
          key: row.id,
          primary: row.staff_name,
          value: formatMoment(row.at),
          status: seenBy(row),
          meta: [row.company_name, row.reason, placeOf(row)].filter(Boolean).join(' · '),
        })}
        empty={<EmptyState art={<ReceiptArt />} title={t('looks.empty')} text={t('looks.sub')} />}
      />
    </Page>
  );
}

const COLUMNS: readonly TableColumn<LookView>[] = [
  column(
    'who',
    'records.who',
    ({ staff_name, staff_role }) => <Wrapped>{`${staff_name} (${STAFF_ROLE_WORDS[staff_role]})`}</Wrapped>,
    { width: [152, 200] },
  ),
  column('what', 'records.what', (row) => <Wrapped>{seenBy(row)}</Wrapped>),
  column('company', 'cases.company', ({ company_name }) => <Wrapped>{company_name ?? '–'}</Wrapped>, {
    width: [120, 160],
  }),
  column('reason', 'staff.reason', ({ reason }) => <Wrapped>{reason}</Wrapped>, { width: [160, 240] }),
  column('where', 'records.where', (row) => <Wrapped>{placeOf(row)}</Wrapped>, {
    width: 160,
    quiet: true,
    spare: true,
  }),
  column('at', 'records.at', ({ at }) => formatMoment(at), { width: [120, 144], align: 'right' }),
];

function seenBy({ kind, label }: LookView): string {
  return t('looks.saw', { kind: t(`looks.kind.${kind}`), label });
}

function placeOf({ browser, ip }: LookView): string {
  return [browser, ip].filter(Boolean).join(' · ');
}
