import './card-words.ts';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { SpaCardOrder } from '../../contract/card-orders.ts';
import { CARD_ORDER_STATUSES, type CardOrderStatus } from '../../domain/state/card-order-status.ts';
import { CoinsArt } from '../components/art.tsx';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins, coinsText, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { useMay } from '../data/use-may.ts';
import { formatFiat, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { assetColumn, column, createdColumn, linkColumn, statusColumn } from '../list/columns.tsx';
import { assetFilter, choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { CardChip } from './card-chip.tsx';
import { cardOrderPath } from './card-paths.ts';

const LIVE = ['card_order'] as const;
const FILTERS = [
  searchFilter({ label: 'cardList.search', hint: 'cardList.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'status',
    label: 'history.filter.status',
    all: CARD_ORDER_STATUSES.filter((status) => status !== 'draft'),
    wordOf: (status: CardOrderStatus) => t(`cardStatus.${status}`),
  }),
  assetFilter(),
];

/** Coins that customers bought by card through the shop. Loaded with its tab. */
export default function CardOrderList() {
  return (
    <ResourceList<SpaCardOrder>
      resource="card-orders"
      words="cardList"
      filters={FILTERS}
      live={LIVE}
      columns={COLUMNS}
      card={toCard}
      path={({ id }) => cardOrderPath(id)}
      empty={<NoPurchases />}
    />
  );
}

function NoPurchases() {
  const mayShare = useMay('merchant_invoice_create');
  return (
    <EmptyState
      art={<CoinsArt />}
      title={t('cardList.empty.title')}
      text={t('cardList.empty.text')}
      actions={
        mayShare && (
          <Button component={RouterLink} to="/integration?tab=links">
            {t('cardList.empty.open')}
          </Button>
        )
      }
    />
  );
}

const COLUMNS: readonly TableColumn<SpaCardOrder>[] = [
  linkColumn('fiat', 'card.amount', (row) => [cardOrderPath(row.id), formatFiat(row.fiat_amount, row.fiat)]),
  statusColumn((order) => <CardChip order={order} />, { width: [152, 176], sortBy: 'status' }),
  assetColumn(),
  column('coins', 'card.coins', (row) => <Coins amount={row.crypto_amount} gateId={row.gate_id} unit="none" />, {
    width: [136, 168],
    align: 'right',
  }),
  column('customer', 'card.customer', ({ customer_email }) => customer_email ?? '–', {
    width: 200,
    quiet: true,
    spare: true,
  }),
  column('earnings', 'card.earnings', (row) => <Earned order={row} />, { width: [104, 128], align: 'right' }),
  createdColumn({ sortBy: 'created_at' }),
];

function Earned({ order: { earnings, earnings_status } }: { order: SpaCardOrder }) {
  if (earnings === null) return '–';
  const amount = <Money amount={earnings} currency="EUR" />;
  return earnings_status === 'reversed' ? <s>{amount}</s> : amount;
}

function toCard(row: SpaCardOrder) {
  return {
    key: row.id,
    primary: <RowLink to={cardOrderPath(row.id)}>{formatFiat(row.fiat_amount, row.fiat)}</RowLink>,
    value: coinsText(row.crypto_amount, row.gate_id),
    status: <CardChip order={row} />,
    meta: `${tickerOf(row.gate_id)}, ${networkOf(row.gate_id)}, ${formatMoment(row.created_at)}`,
  };
}
