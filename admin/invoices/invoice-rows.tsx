import Typography from '@mui/material/Typography';
import type { SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import { AssetLabel, networkOf, tickerOf } from '../components/asset-label.tsx';
import { Dash } from '../components/dash.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { InvoiceStatusChip } from '../components/invoice-status-chip.tsx';
import { Coins, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { invoiceName, invoicePath } from './invoice-name.ts';

/** The columns of a list of invoices. */
export const COLUMNS: readonly TableColumn<SpaInvoiceRow>[] = [
  {
    key: 'reference',
    label: t('history.column.reference'),
    sortBy: 'reference',
    cell: (row) => <RowLink to={invoicePath(row.id)}>{invoiceName(row)}</RowLink>,
  },
  {
    key: 'status',
    width: [144, 168],
    label: t('history.column.status'),
    sortBy: 'status',
    cell: ({ status }) => <InvoiceStatusChip status={status} />,
  },
  {
    key: 'asset',
    width: [96, 184],
    label: t('history.column.asset'),
    cell: ({ gate_id }) => (gate_id ? <AssetLabel gateId={gate_id} /> : <NoAsset />),
  },
  {
    key: 'amount',
    width: [136, 168],
    label: t('history.column.amount'),
    align: 'right',
    spare: 'narrow',
    cell: ({ amount_due, gate_id }) =>
      amount_due && gate_id ? <Coins amount={amount_due} gateId={gate_id} unit="none" /> : <Dash />,
  },
  {
    key: 'value',
    width: [96, 120],
    label: t('history.column.value'),
    align: 'right',
    sortBy: 'total',
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
  },
  {
    key: 'fee',
    width: 168,
    label: t('history.column.fee'),
    align: 'right',
    spare: true,
    quiet: true,
    cell: ({ fee, gate_id }) => (fee && gate_id ? <Coins amount={fee} gateId={gate_id} /> : <Dash />),
  },
  {
    key: 'created',
    width: [116, 136],
    label: t('history.column.created'),
    align: 'right',
    sortBy: 'created_at',
    quiet: true,
    cell: ({ created_at }) => <Time iso={created_at} />,
  },
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

function Time({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatMoment(iso)}</time>;
}

function NoAsset() {
  return <Typography sx={{ color: 'text.secondary' }}>{t('history.noAsset')}</Typography>;
}
