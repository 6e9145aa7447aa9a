import type { SpaPayoutRow } from '../../contract/payouts.ts';
import { AssetLabel, networkOf, tickerOf } from '../components/asset-label.tsx';
import { Clip } from '../components/clip.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Coins } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { clipMiddle, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { payoutName, payoutPath } from './payout-name.ts';
import { PayoutStatusChip } from './payout-status-chip.tsx';

/** The columns of a list of payouts. */
export function columns(): readonly TableColumn<SpaPayoutRow>[] {
  return [
    {
      key: 'reference',
      label: t('payouts.column.reference'),
      sortBy: 'reference',
      cell: (row) => <RowLink to={payoutPath(row.id)}>{payoutName(row)}</RowLink>,
    },
    {
      key: 'status',
      width: [144, 176],
      label: t('payouts.column.status'),
      sortBy: 'status',
      cell: (row) => <PayoutStatusChip payout={row} />,
    },
    {
      key: 'asset',
      width: [104, 176],
      label: t('payouts.column.asset'),
      cell: ({ gate_id }) => <AssetLabel gateId={gate_id} />,
    },
    {
      key: 'address',
      width: 152,
      label: t('payouts.column.address'),
      quiet: true,
      spare: true,
      cell: ({ address }) => (
        <code>
          <Clip text={address} />
        </code>
      ),
    },
    {
      key: 'amount',
      width: [136, 152],
      label: t('payouts.column.amount'),
      align: 'right',
      sortBy: 'amount',
      cell: ({ net_amount, gate_id }) => <Coins amount={net_amount} gateId={gate_id} unit="none" />,
    },
    {
      key: 'total',
      width: 152,
      label: t('payouts.column.total'),
      align: 'right',
      spare: true,
      quiet: true,
      cell: ({ total, gate_id }) => <Coins amount={total} gateId={gate_id} unit="none" />,
    },
    {
      key: 'created',
      width: [116, 136],
      label: t('payouts.column.created'),
      align: 'right',
      sortBy: 'created_at',
      quiet: true,
      cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
    },
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
