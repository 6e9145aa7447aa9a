import Link from '@mui/material/Link';
import { styled, useTheme } from '@mui/material/styles';
import { Fragment } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Wallet } from '../../../contract/dashboard.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Dash } from '../../components/dash.tsx';
import { coinsText, Money } from '../../components/money.tsx';
import { useMay } from '../../data/use-may.ts';
import { t } from '../../i18n/translate.ts';
import { isPositive, plus } from '../../invoices/decimal.ts';
import { BAR_HEIGHT, CHART_HEIGHT, ChartCard } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';
import { allocationSentence, isOnSeveral } from './figure-text.ts';
import { useWallets } from './use-figures.ts';

/** The shares of each asset in the value of the balance. */
export function AllocationCard() {
  const query = useWallets();
  const wallets = query.data
    ?.filter(hasAny)
    .toSorted((one, other) => Number(other.share ?? -1) - Number(one.share ?? -1));
  return (
    <ChartCard
      title={t('figures.allocation')}
      aside={<Ways wallets={wallets ?? []} />}
      query={query}
      isNarrow
      tableHeight={CHART_HEIGHT}
      empty={wallets?.length === 0 ? t('figures.allocation.empty') : undefined}
      content={
        wallets && {
          sentence: allocationSentence(wallets),
          bar: <AllocationBar wallets={wallets} />,
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

const Bar = styled('div')({
  display: 'flex',
  gap: 2,
  height: 12,
  marginBottom: BAR_HEIGHT - 12,
  borderRadius: 4,
  overflow: 'hidden',
  '& > i': { minWidth: 3 },
});

/** The shares as lengths; the table below has them as numbers. */
function AllocationBar({ wallets }: { wallets: readonly Wallet[] }) {
  const { palette } = useTheme();
  return (
    <Bar aria-hidden>
      {wallets
        .filter(({ value }) => isPositive(value))
        .map(({ gate_id, share }) => (
          <i key={gate_id} style={{ flexGrow: Number(share ?? 0), backgroundColor: palette.series[gate_id] }} />
        ))}
    </Bar>
  );
}

function Values({ wallets }: { wallets: readonly Wallet[] }) {
  const rows = wallets.map(({ gate_id, available, pending, held, value, currency, share }) => ({
    key: gate_id,
    head: <AssetLabel gateId={gate_id} network={isOnSeveral(gate_id)} />,
    cells: [
      <Fragment key="value">
        {value === null ? <Dash /> : <Money amount={value} currency={currency} />}
        {/* The value is of all coins, those that are held or not settled included. */}
        <small>{coinsText(plus(plus(available, pending), held), gate_id)}</small>
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
