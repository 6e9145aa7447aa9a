import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Balance } from '../../api/contract/balances.ts';
import { CoinsArt } from '../components/art.tsx';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardFoot } from '../components/card.tsx';
import { CardList } from '../components/card-list.tsx';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Coins, coinsText } from '../components/money.tsx';
import { Narrow, Page, Wide } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { t } from '../i18n/translate.ts';
import { hasMoney, useBalances } from './use-balances.ts';

/** `/balance`: what is available, unsettled and on hold, by asset. */
export default function BalancePage() {
  const { data = [], error, isPending, refetch } = useBalances();
  return (
    <Page>
      <PageHead title={t('balance.title')} sub={t('balance.sub')} />
      <Card title={t('balance.title')} titleHidden>
        {body()}
      </Card>
    </Page>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('balance.loading')} rows={8} />;
    if (error) return <ListError title={t('balance.error')} error={error} onRetry={() => void refetch()} />;
    if (!data.some(hasMoney)) {
      return (
        <EmptyState
          art={<CoinsArt />}
          title={t('balance.empty.title')}
          text={t('balance.empty.text')}
          actions={
            <Button variant="contained" component={RouterLink} to="/payment-request/create-invoice">
              {t('history.create')}
            </Button>
          }
        />
      );
    }
    return (
      <>
        <Wide>
          <DataTable caption={t('balance.caption')} columns={columns} rows={data} rowKey={({ gate_id }) => gate_id} />
        </Wide>
        <Narrow>
          <CardList label={t('balance.caption')} items={data.map(toCard)} />
        </Narrow>
        <CardFoot>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('balance.unsettledHelp')}
          </Typography>
        </CardFoot>
      </>
    );
  }
}

const amountColumn = (key: 'available' | 'pending' | 'held', label: string): TableColumn<Balance> => ({
  key,
  label,
  align: 'right',
  cell: (row) => <Coins amount={row[key]} gateId={row.gate_id} unit="column" />,
});

const columns: readonly TableColumn<Balance>[] = [
  { key: 'asset', label: t('balance.asset'), cell: (row) => <BalanceAsset row={row} /> },
  amountColumn('available', t('balance.available')),
  amountColumn('pending', t('balance.unsettled')),
  amountColumn('held', t('balance.held')),
];

/** A suspended balance says so: nothing may leave it. */
function BalanceAsset({ row: { gate_id, frozen } }: { row: Balance }) {
  return (
    <>
      <AssetLabel gateId={gate_id} /> {frozen && <Frozen />}
    </>
  );
}

function Frozen() {
  return (
    <ToneChip tone="error" icon="lock">
      {t('balance.frozen')}
    </ToneChip>
  );
}

function toCard(row: Balance) {
  const { gate_id, available, pending, held } = row;
  return {
    key: gate_id,
    primary: <AssetLabel gateId={gate_id} />,
    status: row.frozen ? <Frozen /> : null,
    value: <Coins amount={available} gateId={gate_id} />,
    meta: t('balance.meta', { unsettled: coinsText(pending, gate_id), held: coinsText(held, gate_id) }),
  };
}
