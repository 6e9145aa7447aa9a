import Typography from '@mui/material/Typography';
import type { Fees } from '../../contract/integration.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { Coins } from '../components/money.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { isPositive } from '../invoices/decimal.ts';
import { column } from '../list/columns.tsx';

type ServiceFee = Fees['service'][number];
type NetworkFee = Fees['network'][number];

export const FEE_TABS = ['service', 'network'] as const;
export type FeeTab = (typeof FEE_TABS)[number];

/** One of the two tables; both are small enough for a phone. */
export function FeeTable({ tab, fees }: { tab: FeeTab; fees: Fees }) {
  return tab === 'service' ? (
    <DataTable
      caption={t('fees.service')}
      columns={serviceColumns}
      rows={fees.service}
      rowKey={({ operation }) => operation}
    />
  ) : (
    <DataTable
      caption={t('fees.network')}
      columns={networkColumns}
      rows={fees.network}
      rowKey={({ gate_id }) => gate_id}
    />
  );
}

/** The note below a table of fees: how old the network's conditions are, once for all of them. */
export function feeNote(tab: FeeTab, { network }: Fees): string {
  if (tab === 'service') return t('fees.refundNote');
  const [oldest] = network.flatMap(({ network_fee_at: at }) => at ?? []).toSorted();
  return oldest === undefined
    ? t('fees.networkNote')
    : `${t('fees.networkNote')} ${t('fees.at', { time: formatMoment(oldest) })}`;
}

const serviceColumns: readonly TableColumn<ServiceFee>[] = [
  column('operation', 'fees.operation', ({ operation }) => t(`fees.op.${operation}`)),
  column('payer', 'fees.payer', ({ payer }) => t(`fees.payer.${payer}`), { quiet: true }),
  column('percent', 'fees.percent', ({ percent }) => `${percent}%`, { align: 'right' }),
];

/** The exceptions to the common note: withdrawals are closed, or no node has reported the network's conditions. */
function noteOf({ network_fee_at: at, withdrawal_enabled: isOpen }: NetworkFee): string | null {
  if (!isOpen) return t('fees.closed');
  return at === null ? t('fees.typical') : null;
}

const networkColumns: readonly TableColumn<NetworkFee>[] = [
  column('asset', 'fees.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
  column(
    'deposit',
    'fees.deposit',
    ({ deposit, gate_id }) => (isPositive(deposit) ? <Coins amount={deposit} gateId={gate_id} /> : t('fees.none')),
    { align: 'right' },
  ),
  column(
    'withdrawal',
    'fees.withdrawal',
    (row) => (
      <>
        <Coins amount={row.withdrawal} gateId={row.gate_id} />
        {noteOf(row) !== null && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {noteOf(row)}
          </Typography>
        )}
      </>
    ),
    { align: 'right' },
  ),
];
