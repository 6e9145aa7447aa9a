import '../payouts/payout-words.ts';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { SpaRefundRow } from '../../api/contract/refunds.ts';
import { PAYOUT_STATUSES, type PayoutStatus } from '../../domain/state/payout-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { AssetLabel, networkOf, tickerOf } from '../components/asset-label.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { LiveList } from '../history/live-list.tsx';
import { clipMiddle, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { PayoutStatusChip } from '../payouts/payout-status-chip.tsx';

const ENTITIES = ['refund'] as const;

/** Money of invoices on its way back. */
export function RefundList() {
  return (
    <LiveList<SpaRefundRow, PayoutStatus>
      entities={ENTITIES}
      resource="refunds"
      storeKey="refunds"
      statuses={{ all: PAYOUT_STATUSES, wordOf: (status) => t(`payout.status.${status}`) }}
      words={{
        title: t('refundList.title'),
        caption: t('refundList.title'),
        search: t('refundList.search'),
        searchHint: t('refundList.searchHint'),
        count: (count) => t('refundList.count', { smart_count: count }),
        fresh: (count) => t('refundList.fresh', { smart_count: count }),
        loading: t('refundList.loading'),
        error: t('refundList.error'),
        noneSearch: (search) => t('refundList.noneSearch', { search }),
        none: t('refundList.none'),
      }}
      empty={
        <EmptyState
          art={<ReceiptArt />}
          title={t('refundList.empty.title')}
          text={t('refundList.empty.text')}
          actions={
            <Button component={RouterLink} to="/history">
              {t('refundList.empty.open')}
            </Button>
          }
        />
      }
      columns={COLUMNS}
      card={toCard}
    />
  );
}

function toCard(row: SpaRefundRow) {
  return {
    key: row.id,
    primary: <RowLink to={invoicePath(row.invoice_id)}>{clipMiddle(row.address)}</RowLink>,
    value: <Coins amount={row.amount} gateId={row.gate_id} />,
    status: <PayoutStatusChip payout={row} />,
    meta: `${tickerOf(row.gate_id)}, ${networkOf(row.gate_id)}, ${formatMoment(row.created_at)}`,
  };
}

const COLUMNS: readonly TableColumn<SpaRefundRow>[] = [
  {
    key: 'address',
    label: t('refundList.to'),
    cell: (row) => <RowLink to={invoicePath(row.invoice_id)}>{clipMiddle(row.address)}</RowLink>,
  },
  {
    key: 'status',
    label: t('history.column.status'),
    sortBy: 'status',
    cell: (row) => <PayoutStatusChip payout={row} />,
  },
  { key: 'asset', label: t('history.column.asset'), cell: ({ gate_id }) => <AssetLabel gateId={gate_id} /> },
  {
    key: 'amount',
    label: t('history.column.amount'),
    align: 'right',
    sortBy: 'amount',
    cell: ({ amount, gate_id }) => <Coins amount={amount} gateId={gate_id} unit="none" />,
  },
  {
    key: 'created',
    label: t('history.column.created'),
    align: 'right',
    sortBy: 'created_at',
    quiet: true,
    cell: ({ created_at }) => formatMoment(created_at),
  },
];
