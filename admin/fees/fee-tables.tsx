import Typography from '@mui/material/Typography';
import type { Fees } from '../../contract/integration.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { Coins } from '../components/money.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { amountColumn, column } from '../list/columns.tsx';

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

/** The note below a table of fees. */
export function feeNote(tab: FeeTab): string {
  return t(tab === 'service' ? 'fees.refundNote' : 'fees.networkNote');
}

const serviceColumns: readonly TableColumn<ServiceFee>[] = [
  column('operation', 'fees.operation', ({ operation }) => t(`fees.op.${operation}`)),
  column('payer', 'fees.payer', ({ payer }) => t(`fees.payer.${payer}`), { quiet: true }),
  column('percent', 'fees.percent', ({ percent }) => `${percent}%`, { align: 'right' }),
];

/** How old the network's conditions are that the fee comes from. */
function ageOf(at: string | null): string {
  return at === null ? t('fees.typical') : t('fees.at', { time: formatMoment(at) });
}

const networkColumns: readonly TableColumn<NetworkFee>[] = [
  column('asset', 'fees.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
  amountColumn('deposit', 'fees.deposit'),
  column(
    'withdrawal',
    'fees.withdrawal',
    ({ withdrawal, gate_id, network_fee_at, withdrawal_enabled }) => (
      <>
        <Coins amount={withdrawal} gateId={gate_id} unit="none" />
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {withdrawal_enabled ? ageOf(network_fee_at) : t('fees.closed')}
        </Typography>
      </>
    ),
    { align: 'right' },
  ),
];
