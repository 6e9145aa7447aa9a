import '../payouts/payout-words.ts';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { SpaRefundRow } from '../../contract/refunds.ts';
import { PAYOUT_STATUSES, type PayoutStatus } from '../../domain/state/payout-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { amountColumn, assetColumn, createdColumn, linkColumn, statusColumn } from '../list/columns.tsx';
import { assetFilter, choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { PayoutStatusChip } from '../payouts/payout-status-chip.tsx';

const LIVE = ['refund'] as const;
const FILTERS = [
  searchFilter({ label: 'refundList.search', hint: 'refundList.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'status',
    label: 'history.filter.status',
    all: PAYOUT_STATUSES,
    wordOf: (status: PayoutStatus) => t(`payout.status.${status}`),
  }),
  assetFilter(),
];

/** Money of invoices on its way back. */
export default function RefundList() {
  return (
    <ResourceList<SpaRefundRow>
      resource="refunds"
      words="refundList"
      filters={FILTERS}
      live={LIVE}
      columns={COLUMNS}
      card={toCard}
      path={({ invoice_id }) => invoicePath(invoice_id)}
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
    />
  );
}

function toCard(row: SpaRefundRow) {
  return {
    key: row.id,
    primary: <RowLink to={invoicePath(row.invoice_id)}>{row.address}</RowLink>,
    value: <Coins amount={row.amount} gateId={row.gate_id} />,
    status: <PayoutStatusChip payout={row} />,
    meta: `${tickerOf(row.gate_id)}, ${networkOf(row.gate_id)}, ${formatMoment(row.created_at)}`,
  };
}

const COLUMNS: readonly TableColumn<SpaRefundRow>[] = [
  linkColumn('address', 'refundList.to', (row) => [invoicePath(row.invoice_id), row.address]),
  statusColumn((row) => <PayoutStatusChip payout={row} />, { sortBy: 'status' }),
  assetColumn(),
  amountColumn('amount', 'history.column.amount', { width: [136, 168], sortBy: 'amount' }),
  createdColumn({ sortBy: 'created_at' }),
];
