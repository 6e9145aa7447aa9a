import type { SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import { AssetLabel, networkOf, tickerOf } from '../components/asset-label.tsx';
import { Dash } from '../components/dash.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { InvoiceStatusChip } from '../components/invoice-status-chip.tsx';
import { Coins, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column, createdColumn, linkColumn, statusColumn } from '../list/columns.tsx';
import { invoiceName, invoicePath } from './invoice-name.ts';

/** The columns of a list of invoices. */
export const COLUMNS: readonly TableColumn<SpaInvoiceRow>[] = [
  linkColumn('reference', 'history.column.reference', (row) => [invoicePath(row.id), invoiceName(row)], {
    sortBy: 'reference',
  }),
  statusColumn(({ status }) => <InvoiceStatusChip status={status} />, { width: [144, 168], sortBy: 'status' }),
  column('asset', 'history.column.asset', ({ gate_id }) => (gate_id ? <AssetLabel gateId={gate_id} /> : <Dash />), {
    width: [96, 184],
  }),
  column(
    'amount',
    'history.column.amount',
    ({ amount_due, gate_id }) =>
      amount_due && gate_id ? <Coins amount={amount_due} gateId={gate_id} unit="none" /> : <Dash />,
    { width: [136, 168], align: 'right', spare: 'narrow' },
  ),
  column('value', 'history.column.value', ({ total, currency }) => <Money amount={total} currency={currency} />, {
    width: [96, 120],
    align: 'right',
    sortBy: 'total',
  }),
  column(
    'fee',
    'history.column.fee',
    ({ fee, gate_id }) => (fee && gate_id ? <Coins amount={fee} gateId={gate_id} /> : <Dash />),
    { width: 168, align: 'right', spare: true, quiet: true },
  ),
  createdColumn({ sortBy: 'created_at' }),
];

/** One invoice as a card of a narrow list. */
export function toCard(row: SpaInvoiceRow) {
  const { gate_id, amount_due } = row;
  const asset = gate_id ? `${tickerOf(gate_id)}, ${networkOf(gate_id)}` : t('history.noAsset');
  return {
    key: row.id,
    primary: <RowLink to={invoicePath(row.id)}>{invoiceName(row)}</RowLink>,
    value: <Money amount={row.total} currency={row.currency} />,
    status: <InvoiceStatusChip status={row.status} />,
    secondary: gate_id && amount_due ? <Coins amount={amount_due} gateId={gate_id} /> : null,
    meta: `${asset}, ${formatMoment(row.created_at)}`,
  };
}
