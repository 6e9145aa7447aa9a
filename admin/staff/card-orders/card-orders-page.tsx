import type { StaffCardOrder } from '../../../contract/card-orders.ts';
import { CARD_ORDER_STATUSES, type CardOrderStatus } from '../../../domain/state/card-order-status.ts';
import { CardChip } from '../../card-orders/card-chip.tsx';
import { CoinsArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { coinsText } from '../../components/money.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatFiat, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, createdColumn, statusColumn } from '../../list/columns.tsx';
import { choicesFilter, searchFilter } from '../../list/filters.tsx';
import { type QueueTabs, StaffQueue } from '../staff-queue.tsx';

const search = searchFilter({ label: 'card-orders.search', hint: 'card-orders.searchHint' });
const TABS: QueueTabs = [
  { key: 'open', label: 'card-orders.tab.open', only: { needs_operator: 'yes' } },
  {
    key: 'all',
    label: 'card-orders.tab.all',
    filters: [
      search,
      choicesFilter({
        name: 'status',
        label: 'history.filter.status',
        all: CARD_ORDER_STATUSES.filter((status) => status !== 'draft'),
        wordOf: (status: CardOrderStatus) => t(`cardStatus.${status}`),
      }),
    ],
  },
];

/** `/compliance/card-orders`: purchases by card of all shops, those that wait for a decision first. */
export default function CardOrdersPage() {
  return (
    <StaffQueue<StaffCardOrder>
      resource="card-orders"
      tabs={TABS}
      byMode
      everyMs={15_000}
      name={NAME}
      columns={COLUMNS}
      card={(row) => ({
        value: coinsText(row.crypto_amount, row.gate_id),
        status: <CardChip order={row} />,
        secondary: formatMoment(row.created_at),
        meta: merchantOf(row),
      })}
      art={<CoinsArt />}
    />
  );
}

const NAME = {
  key: 'fiat',
  label: 'card.amount',
  of: ({ fiat_amount, fiat }: StaffCardOrder) => formatFiat(fiat_amount, fiat),
} as const;
const COLUMNS: readonly TableColumn<StaffCardOrder>[] = [
  column('coins', 'card.coins', (row) => coinsText(row.crypto_amount, row.gate_id), {
    width: [152, 184],
    align: 'right',
  }),
  column('merchant', 'card-orders.merchant', (row) => <Wrapped>{merchantOf(row)}</Wrapped>, { width: [160, 240] }),
  statusColumn((row) => <CardChip order={row} />, { width: 160 }),
  createdColumn(),
];

function merchantOf({ merchant }: StaffCardOrder): string {
  return merchant.name ?? t('card-orders.noName');
}
