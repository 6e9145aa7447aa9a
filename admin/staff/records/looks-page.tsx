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
  {
    key: 'who',
    width: [152, 200],
    label: t('records.who'),
    cell: ({ staff_name, staff_role }) => <Wrapped>{`${staff_name} (${STAFF_ROLE_WORDS[staff_role]})`}</Wrapped>,
  },
  { key: 'what', label: t('records.what'), cell: (row) => <Wrapped>{seenBy(row)}</Wrapped> },
  {
    key: 'company',
    width: [120, 160],
    label: t('cases.company'),
    cell: ({ company_name }) => <Wrapped>{company_name ?? '–'}</Wrapped>,
  },
  { key: 'reason', width: [160, 240], label: t('staff.reason'), cell: ({ reason }) => <Wrapped>{reason}</Wrapped> },
  {
    key: 'where',
    width: 160,
    label: t('records.where'),
    cell: (row) => <Wrapped>{placeOf(row)}</Wrapped>,
    quiet: true,
    spare: true,
  },
  { key: 'at', width: [120, 144], label: t('records.at'), cell: ({ at }) => formatMoment(at), align: 'right' },
];

function seenBy({ kind, label }: LookView): string {
  return t('looks.saw', { kind: t(`looks.kind.${kind}`), label });
}

function placeOf({ browser, ip }: LookView): string {
  return [browser, ip].filter(Boolean).join(' · ');
}
