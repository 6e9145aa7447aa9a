import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { euros } from '../euros.ts';
import { RowsCard } from '../rows-card.tsx';

type Balance = StaffTreasury['exchanges'][number];
type Order = StaffTreasury['orders'][number];

/** The balances at exchanges, beside the books. */
export function Exchanges({ rows }: { rows: readonly Balance[] }) {
  const keyOf = ({ exchange, currency }: Balance) => `${exchange}:${currency}`;
  return (
    <RowsCard
      caption={t('treasury.exchanges')}
      none={t('treasury.exchanges.none')}
      columns={BALANCE_COLUMNS}
      rows={rows}
      rowKey={keyOf}
      card={(row) => ({
        key: keyOf(row),
        primary: row.exchange,
        value: `${row.held} ${row.currency}`,
        status: <Verdict of={row} />,
        meta: formatMoment(row.checked_at),
      })}
    />
  );
}

const BALANCE_COLUMNS: readonly TableColumn<Balance>[] = [
  column('exchange', 'treasury.exchange', ({ exchange }) => exchange),
  column('verdict', 'treasury.verdict', (row) => <Verdict of={row} />),
  column('at', 'treasury.compared', (row) => formatMoment(row.checked_at), { quiet: true }),
  column('books', 'treasury.books', ({ books }) => books, { align: 'right', spare: true }),
  column('held', 'treasury.held', ({ held, currency }) => `${held} ${currency}`, { align: 'right' }),
];

function Verdict({ of }: { of: Balance }) {
  if (of.differs_since === null) {
    return (
      <ToneChip tone="success" icon="checkCircle">
        {t('treasury.agrees')}
      </ToneChip>
    );
  }
  return (
    <ToneChip tone="error" icon="crossCircle">
      {t('treasury.differs', { amount: of.difference })}
    </ToneChip>
  );
}

/** The newest orders of the hedger. */
export function Orders({ rows }: { rows: readonly Order[] }) {
  return (
    <RowsCard
      caption={t('treasury.orders')}
      none={t('treasury.orders.none')}
      columns={ORDER_COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      card={(row) => ({
        key: row.id,
        primary: orderText(row),
        value: euros(row.cost),
        status: row.status,
        secondary: row.exchange,
        meta: row.reason ?? formatMoment(row.created_at),
      })}
    />
  );
}

const ORDER_COLUMNS: readonly TableColumn<Order>[] = [
  column('order', 'treasury.order', orderText),
  column('exchange', 'treasury.exchange', ({ exchange }) => exchange),
  column('status', 'treasury.status', ({ status, reason }) => <span title={reason ?? ''}>{status}</span>),
  column('at', 'treasury.created', ({ created_at }) => formatMoment(created_at), { quiet: true }),
  column('filled', 'treasury.filled', ({ filled }) => filled, { align: 'right' }),
  column('cost', 'treasury.cost', ({ cost }) => euros(cost), { align: 'right' }),
];

function orderText({ side, amount, asset }: Order): string {
  return t(side === 'buy' ? 'treasury.buy' : 'treasury.sell', { amount: `${amount} ${asset}` });
}
