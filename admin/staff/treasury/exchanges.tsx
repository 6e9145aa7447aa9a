import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffTreasury } from '../../../contract/staff-treasury.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { euros } from '../euros.ts';
import { RowsCard } from '../rows-card.tsx';
import { assetAmount, exchangeName } from './place-words.ts';

type Balance = StaffTreasury['exchanges'][number];
type Order = StaffTreasury['orders'][number];

/** The balances at exchanges, beside the books: those that differ, or all of them, each exchange together. */
export function Exchanges({ rows }: { rows: readonly Balance[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const sorted = rows.toSorted((a, b) => a.exchange.localeCompare(b.exchange) || a.currency.localeCompare(b.currency));
  const shown = showsAll ? sorted : sorted.filter(differs);
  const keyOf = ({ exchange, currency }: Balance) => `${exchange}:${currency}`;
  return (
    <RowsCard
      caption={t('treasury.exchanges')}
      none={rows.length === 0 ? t('treasury.exchanges.none') : t('treasury.agree.all', { smart_count: rows.length })}
      aside={
        !rows.every(differs) && (
          <Button size="small" onClick={() => setShowsAll(!showsAll)}>
            {t(showsAll ? 'treasury.agree.showSome' : 'treasury.agree.showAll')}
          </Button>
        )
      }
      columns={BALANCE_COLUMNS}
      rows={shown}
      rowKey={keyOf}
      card={(row) => ({
        key: keyOf(row),
        primary: exchangeName(row.exchange),
        value: assetAmount(row.held, row.currency),
        status: <Verdict of={row} />,
        meta: formatMoment(row.checked_at),
      })}
    />
  );
}

const BALANCE_COLUMNS: readonly TableColumn<Balance>[] = [
  column('exchange', 'treasury.exchange', ({ exchange }) => exchangeName(exchange)),
  column('verdict', 'treasury.verdict', (row) => <Verdict of={row} />),
  column('at', 'treasury.compared', (row) => formatMoment(row.checked_at), { quiet: true }),
  column('books', 'treasury.books', ({ books, currency }) => assetAmount(books, currency), {
    align: 'right',
    spare: true,
  }),
  column('held', 'treasury.held', ({ held, currency }) => assetAmount(held, currency), { align: 'right' }),
];

const differs = (row: Balance) => row.differs_since !== null;

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
      {t('treasury.differs', { amount: assetAmount(of.difference, of.currency) })}
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
        status: <OrderChip of={row} />,
        secondary: exchangeName(row.exchange),
        meta: row.reason ?? formatMoment(row.created_at),
      })}
    />
  );
}

const ORDER_COLUMNS: readonly TableColumn<Order>[] = [
  column('order', 'treasury.order', orderText),
  column('exchange', 'treasury.exchange', ({ exchange }) => exchangeName(exchange)),
  column('status', 'treasury.status', (row) => <OrderChip of={row} />),
  column('at', 'treasury.created', ({ created_at }) => formatMoment(created_at), { quiet: true }),
  column('filled', 'treasury.filled', ({ filled, asset }) => assetAmount(filled, asset), { align: 'right' }),
  column('cost', 'treasury.cost', ({ cost }) => euros(cost), { align: 'right' }),
];

function orderText({ side, amount, asset }: Order): string {
  return t(side === 'buy' ? 'treasury.buy' : 'treasury.sell', { amount: assetAmount(amount, asset) });
}

const ORDER_LOOKS: Readonly<Record<string, ToneLook>> = {
  done: { tone: 'success', icon: 'checkCircle' },
  failed: { tone: 'error', icon: 'crossCircle' },
};

/** The status of an order, with its reason as a tooltip. */
function OrderChip({ of: { status, reason } }: { of: Order }) {
  return (
    <span title={reason ?? ''}>
      <ToneChip {...(ORDER_LOOKS[status] ?? { tone: 'primary', icon: 'arc' })}>{asWords(status)}</ToneChip>
    </span>
  );
}

/** `partly_filled` as *Partly filled*. */
function asWords(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
