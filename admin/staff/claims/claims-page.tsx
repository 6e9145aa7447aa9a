import type { StaffClaim } from '../../../contract/claims.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { CLAIM_STATUSES, type ClaimStatus } from '../../../domain/state/claim-status.ts';
import { CoinsArt } from '../../components/art.tsx';
import { ClaimChip } from '../../components/claim-chip.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { coinsText } from '../../components/money.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { choicesFilter, type ListFilterField } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { ModeSwitch, useShownMode } from '../mode-switch.tsx';
import { RoomTabs, useRoomTab } from '../room-tabs.tsx';

const TABS = ['open', 'all'] as const;
type Tab = (typeof TABS)[number];

const OPEN = 'checking,review';
const ONLY: Readonly<Record<`${Tab}.${Mode}`, Readonly<Record<string, string>>>> = {
  'open.production': { status: OPEN, mode: 'production' },
  'open.sandbox': { status: OPEN, mode: 'sandbox' },
  'all.production': { mode: 'production' },
  'all.sandbox': { mode: 'sandbox' },
};
const FILTERS: Readonly<Record<Tab, readonly ListFilterField[]>> = {
  open: [],
  all: [
    choicesFilter({
      name: 'status',
      label: 'claim.status',
      all: CLAIM_STATUSES,
      wordOf: (status: ClaimStatus) => t(`claimStatus.${status}`),
    }),
  ],
};

/** `/compliance/claims`: payments that somebody wants back, those that wait for a decision first. */
export default function ClaimsPage() {
  const tab = useRoomTab(TABS);
  const list = `${tab}.${useShownMode()}` as const;
  return (
    <Page>
      <PageHead title={t('claims.title')} sub={t('claims.sub')} actions={<ModeSwitch />} />
      <RoomTabs label={t('claims.title')} tabs={TABS} current={tab} wordOf={(each) => t(`claims.tab.${each}`)} />
      <ResourceList<StaffClaim>
        key={list}
        resource="claims"
        words="claims"
        storeKey={`claims.${list}`}
        only={ONLY[list]}
        sort={AS_THE_API}
        everyMs={15_000}
        filters={FILTERS[tab]}
        columns={COLUMNS}
        path={pathOf}
        card={(row) => ({
          key: row.id,
          primary: nameOf(row),
          value: eurosOf(row),
          status: <ClaimChip status={row.status} />,
          secondary: formatMoment(row.created_at),
          meta: row.merchant.name ?? t('claims.noName'),
        })}
        empty={<EmptyState art={<CoinsArt />} title={t('claims.empty')} text={t('claims.empty.text')} />}
      />
    </Page>
  );
}

const COLUMNS: readonly TableColumn<StaffClaim>[] = [
  column('claim', 'claim.amount', nameOf),
  column('merchant', 'claims.merchant', ({ merchant }) => <Wrapped>{merchant.name ?? t('claims.noName')}</Wrapped>, {
    width: [160, 240],
  }),
  statusColumn(({ status }) => <ClaimChip status={status} />, { width: 144 }),
  column('created', 'claim.created', ({ created_at }) => formatMoment(created_at), { width: 136, quiet: true }),
  column('value', 'claims.value', eurosOf, { width: 128, align: 'right' }),
];

function pathOf({ id }: StaffClaim): string {
  return `/compliance/claims/${id}`;
}

/** The payment; of an asset that is no gate, in its smallest unit. */
export function amountOf({ amount, gate_id, asset }: Pick<StaffClaim, 'amount' | 'gate_id' | 'asset'>): string {
  return gate_id === null ? `${amount} ${asset}` : coinsText(amount, gate_id);
}

function nameOf(row: StaffClaim) {
  return <RowLink to={pathOf(row)}>{amountOf(row)}</RowLink>;
}

function eurosOf({ value }: StaffClaim): string {
  return value === null ? '–' : formatFiat(value, 'EUR');
}
