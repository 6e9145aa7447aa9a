import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import { PieChart } from '@mui/x-charts/PieChart';
import { Fragment } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Wallet } from '../../../contract/dashboard.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Dash } from '../../components/dash.tsx';
import { coinsText, Money } from '../../components/money.tsx';
import { useMay } from '../../data/use-may.ts';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { isPositive } from '../../invoices/decimal.ts';
import { CHART_HEIGHT, ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { allocationSentence, coinName, isOnSeveral } from './figure-text.ts';
import { useWallets } from './use-figures.ts';

/** The shares of each asset in the value of the balance. */
export function AllocationCard() {
  const query = useWallets();
  const wallets = query.data?.filter(hasAny);
  return (
    <ChartCard
      title={t('figures.allocation')}
      aside={<Ways wallets={wallets ?? []} />}
      query={query}
      isNarrow
      empty={wallets?.length === 0 ? t('figures.allocation.empty') : undefined}
      content={
        wallets && {
          sentence: allocationSentence(wallets),
          chart: <Chart wallets={wallets} />,
          table: <Values wallets={wallets} />,
        }
      }
    />
  );
}

/** To a payout, where there is something to pay out, and to all balances. */
function Ways({ wallets }: { wallets: readonly Wallet[] }) {
  const mayPayOut = useMay('merchant_payout_create');
  return (
    <>
      {mayPayOut && wallets.some(({ available }) => isPositive(available)) && (
        <Link component={RouterLink} to="/payouts/request-payout" variant="caption">
          {t('balance.payOut')}
        </Link>
      )}
      <Link component={RouterLink} to="/balance" variant="caption">
        {t('dashboard.allBalances')}
      </Link>
    </>
  );
}

function Chart({ wallets }: { wallets: readonly Wallet[] }) {
  const { palette } = useTheme();
  const data = wallets
    .filter(({ value }) => isPositive(value))
    .map(({ gate_id, value, share }) => ({
      id: gate_id,
      label: `${coinName(gate_id)} ${share ?? '0'}%`,
      value: Number(value),
      color: palette.series[gate_id],
    }));
  return (
    <PieChart
      height={CHART_HEIGHT}
      skipAnimation
      disableKeyboardNavigation
      margin={{ left: 0, right: 0, top: 8, bottom: 8 }}
      slotProps={{ legend: { direction: 'vertical', position: { vertical: 'middle', horizontal: 'end' } } }}
      series={[
        {
          data,
          innerRadius: '62%',
          paddingAngle: data.length > 1 ? 1 : 0,
          valueFormatter: ({ id }) => {
            const wallet = wallets.find(({ gate_id }) => gate_id === id);
            return wallet?.value ? formatFiat(wallet.value, wallet.currency) : '';
          },
        },
      ]}
    />
  );
}

function Values({ wallets }: { wallets: readonly Wallet[] }) {
  const rows = wallets.map(({ gate_id, available, value, currency, share }) => ({
    key: gate_id,
    head: <AssetLabel gateId={gate_id} network={isOnSeveral(gate_id)} />,
    cells: [
      <Fragment key="value">
        {value === null ? <Dash /> : <Money amount={value} currency={currency} />}
        <small>{coinsText(available, gate_id)}</small>
      </Fragment>,
      share === null ? <Dash key="share" /> : `${share}%`,
    ],
  }));
  const columns = (['asset', 'value', 'share'] as const).map((column) => t(`figures.allocation.${column}`));
  return <FigureTable caption={t('figures.allocation')} columns={columns} rows={rows} />;
}

function hasAny({ available, pending, held }: Wallet): boolean {
  return [available, pending, held].some((amount) => isPositive(amount));
}
