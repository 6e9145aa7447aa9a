import Typography from '@mui/material/Typography';
import type { Fees } from '../../contract/integration.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { Coins } from '../components/money.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';

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

/** What belongs below a table. */
export function feeNote(tab: FeeTab): string {
  return t(tab === 'service' ? 'fees.refundNote' : 'fees.networkNote');
}

const serviceColumns: readonly TableColumn<ServiceFee>[] = [
  { key: 'operation', label: t('fees.operation'), cell: ({ operation }) => t(`fees.op.${operation}`) },
  { key: 'payer', label: t('fees.payer'), quiet: true, cell: ({ payer }) => t(`fees.payer.${payer}`) },
  { key: 'percent', label: t('fees.percent'), align: 'right', cell: ({ percent }) => `${percent}%` },
];

/** How old the network's conditions are that the fee comes from. */
function ageOf(at: string | null): string {
  return at === null ? t('fees.typical') : t('fees.at', { time: formatMoment(at) });
}

const networkColumns: readonly TableColumn<NetworkFee>[] = [
  { key: 'asset', label: t('fees.asset'), cell: ({ gate_id }) => <AssetLabel gateId={gate_id} /> },
  {
    key: 'deposit',
    label: t('fees.deposit'),
    align: 'right',
    cell: ({ deposit, gate_id }) => <Coins amount={deposit} gateId={gate_id} unit="none" />,
  },
  {
    key: 'withdrawal',
    label: t('fees.withdrawal'),
    align: 'right',
    cell: ({ withdrawal, gate_id, network_fee_at, withdrawal_enabled }) => (
      <>
        <Coins amount={withdrawal} gateId={gate_id} unit="none" />
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {withdrawal_enabled ? ageOf(network_fee_at) : t('fees.closed')}
        </Typography>
      </>
    ),
  },
];
