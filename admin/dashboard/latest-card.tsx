import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import { ReceiptArt } from '../components/art.tsx';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card } from '../components/card.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { Dash } from '../components/dash.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { InvoiceStatusChip } from '../components/invoice-status-chip.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Money } from '../components/money.tsx';
import { Rows } from '../components/rows.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { invoiceName, invoicePath } from '../invoices/invoice-name.ts';
import { toCard } from '../invoices/invoice-rows.tsx';
import { column, linkColumn } from '../list/columns.tsx';

/** Which invoices those are. */
export const LATEST = {
  pagination: { page: 1, perPage: 10 },
  sort: { field: 'created_at', order: 'DESC' },
} as const;

/** The newest invoices, kept true by the live stream. */
export function LatestCard() {
  const { data = [], error, isPending, refetch } = useGetList<SpaInvoiceRow>('invoices', LATEST);
  return (
    <Card title={t('dashboard.latest')} aside={<AllHistory />} ruled>
      {body()}
    </Card>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('invoices.loading')} rows={8} />;
    if (error) return <ListError title={t('invoices.error')} error={error} onRetry={() => void refetch()} />;
    if (data.length === 0) return <Empty />;
    return (
      <Rows
        caption={t('dashboard.latest')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        path={({ id }) => invoicePath(id)}
        card={toCard}
      />
    );
  }
}

function AllHistory() {
  return (
    <Link component={RouterLink} to="/history" variant="caption">
      {t('dashboard.allHistory')}
    </Link>
  );
}

function Empty() {
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('dashboard.empty.title')}
      text={t('dashboard.empty.text')}
      actions={<CreateInvoiceButton main={false} />}
    />
  );
}

const columns: readonly TableColumn<SpaInvoiceRow>[] = [
  linkColumn('reference', 'history.column.reference', (row) => [invoicePath(row.id), invoiceName(row)]),
  column('status', 'history.column.status', ({ status }) => <InvoiceStatusChip status={status} />),
  column(
    'asset',
    'history.column.asset',
    ({ gate_id }) => (gate_id ? <AssetLabel gateId={gate_id} network={false} /> : <Dash />),
    { spare: true },
  ),
  column('value', 'history.column.value', ({ total, currency }) => <Money amount={total} currency={currency} />, {
    align: 'right',
  }),
  column(
    'created',
    'history.column.created',
    ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
    { quiet: true, align: 'right' },
  ),
];
