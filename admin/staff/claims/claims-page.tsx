import type { StaffClaim } from '../../../contract/claims.ts';
import { CLAIM_STATUSES, type ClaimStatus } from '../../../domain/state/claim-status.ts';
import { CoinsArt } from '../../components/art.tsx';
import { ClaimChip } from '../../components/claim-chip.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { coinsText } from '../../components/money.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { choicesFilter } from '../../list/filters.tsx';
import { type QueueTabs, StaffQueue } from '../staff-queue.tsx';

const TABS: QueueTabs = [
  { key: 'open', label: 'claims.tab.open', only: { status: 'checking,review' } },
  {
    key: 'all',
    label: 'claims.tab.all',
    filters: [
      choicesFilter({
        name: 'status',
        label: 'claim.status',
        all: CLAIM_STATUSES,
        wordOf: (status: ClaimStatus) => t(`claimStatus.${status}`),
      }),
    ],
  },
];

/** `/compliance/claims`: payments that somebody wants back, those that wait for a decision first. */
export default function ClaimsPage() {
  return (
    <StaffQueue<StaffClaim>
      resource="claims"
      tabs={TABS}
      byMode
      everyMs={15_000}
      name={NAME}
      columns={COLUMNS}
      card={(row) => ({
        value: eurosOf(row),
        status: <ClaimChip status={row.status} />,
        secondary: formatMoment(row.created_at),
        meta: row.merchant.name ?? t('claims.noName'),
      })}
      art={<CoinsArt />}
    />
  );
}

const NAME = { key: 'claim', label: 'claim.amount', of: amountOf } as const;
const COLUMNS: readonly TableColumn<StaffClaim>[] = [
  column('merchant', 'claims.merchant', ({ merchant }) => <Wrapped>{merchant.name ?? t('claims.noName')}</Wrapped>, {
    width: [160, 240],
  }),
  statusColumn(({ status }) => <ClaimChip status={status} />, { width: 144 }),
  column('created', 'claim.created', ({ created_at }) => formatMoment(created_at), { width: 136, quiet: true }),
  column('value', 'claims.value', eurosOf, { width: 128, align: 'right' }),
];

/** The payment; of an asset that is no gate, in its smallest unit. */
export function amountOf({ amount, gate_id, asset }: Pick<StaffClaim, 'amount' | 'gate_id' | 'asset'>): string {
  return gate_id === null ? `${amount} ${asset}` : coinsText(amount, gate_id);
}

function eurosOf({ value }: StaffClaim): string {
  return value === null ? '–' : formatFiat(value, 'EUR');
}
