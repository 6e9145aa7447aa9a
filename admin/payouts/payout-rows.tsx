import type { SpaPayoutRow } from '../../contract/payouts.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { Clip } from '../components/clip.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Coins } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { clipMiddle, formatMoment } from '../i18n/format.ts';
import { amountColumn, assetColumn, column, createdColumn, linkColumn, statusColumn } from '../list/columns.tsx';
import { payoutName, payoutPath } from './payout-name.ts';
import { PayoutStatusChip } from './payout-status-chip.tsx';

/** The columns of a list of payouts. */
export function columns(): readonly TableColumn<SpaPayoutRow>[] {
  return [
    linkColumn('reference', 'payouts.column.reference', (row) => [payoutPath(row.id), payoutName(row)], {
      sortBy: 'reference',
    }),
    statusColumn((row) => <PayoutStatusChip payout={row} />, { sortBy: 'status' }),
    assetColumn({ width: [104, 176] }),
    column(
      'address',
      'payouts.column.address',
      ({ address }) => (
        <code>
          <Clip text={address} />
        </code>
      ),
      { width: 152, quiet: true, spare: true },
    ),
    amountColumn('net_amount', 'payouts.column.amount', { key: 'amount', width: [136, 152], sortBy: 'amount' }),
    amountColumn('total', 'payouts.column.total', { width: 152, spare: true, quiet: true }),
    createdColumn({ sortBy: 'created_at' }),
  ];
}

/** One payout as a card of a narrow list. */
export function toCard(row: SpaPayoutRow) {
  const { id, gate_id, net_amount, address, created_at } = row;
  return {
    key: id,
    primary: <RowLink to={payoutPath(id)}>{payoutName(row)}</RowLink>,
    value: <Coins amount={net_amount} gateId={gate_id} />,
    status: <PayoutStatusChip payout={row} />,
    secondary: <code>{clipMiddle(address, 6, 4)}</code>,
    meta: `${tickerOf(gate_id)}, ${networkOf(gate_id)}, ${formatMoment(created_at)}`,
  };
}
