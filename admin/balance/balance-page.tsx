import '../conversions/conversion-words.ts';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { SpaBalance } from '../../contract/balances.ts';
import { isCryptoGateId } from '../../domain/assets/assets.ts';
import { CoinsArt } from '../components/art.tsx';
import { AssetLabel, networkOf, tickerOf } from '../components/asset-label.tsx';
import { Card, CardFoot, VisuallyHidden } from '../components/card.tsx';
import { type Chunk, chunkOf, Drawn } from '../components/chunk.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { Dash } from '../components/dash.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { LinkTabs } from '../components/link-tabs.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Coins, coinsText, Money } from '../components/money.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Rows } from '../components/rows.tsx';
import { Splash } from '../components/splash.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { targetsOf } from '../conversions/conversion-form.ts';
import { CONVERT_PATH } from '../conversions/conversion-path.ts';
import { session } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { useStore } from '../data/use-store.ts';
import { NEW_DEPOSIT_PATH } from '../deposits/deposit-paths.ts';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { isPositive, plus } from '../invoices/decimal.ts';
import { column } from '../list/columns.tsx';
import { Icon } from '../look/icon.tsx';
import { ExportButton } from '../reports/export-button.tsx';
import { BALANCE_TABS, type BalanceRoom, type BalanceTab, openRoom, roomIn } from './balance-rooms.ts';
import { hasMoney, useBalances } from './use-balances.ts';

const Worth = styled('div')({ display: 'grid', gap: 2, padding: '16px 20px' });
const Links = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '4px 16px',
  padding: '6px 0',
  'li &': { justifyContent: 'flex-start', padding: 0, marginTop: 4 },
});

/** Each tab but the first is a chunk of its own, and so are the pages of what they list. */
const ROOMS: Readonly<Record<BalanceRoom, Chunk | null>> = {
  assets: null,
  convert: chunkOf(() => import('../conversions/convert-tab.tsx')),
  deposits: chunkOf(() => import('../deposits/deposit-list.tsx')),
  addresses: chunkOf(() => import('../deposits/address-list.tsx')),
  reports: chunkOf(() => import('../reports/reports-tab.tsx')),
  reserves: chunkOf(() => import('./reserves-tab.tsx')),
  deposit: chunkOf(() => import('../deposits/deposit-page.tsx')),
  new_deposit: chunkOf(() => import('../deposits/new-deposit-page.tsx')),
};

/** Fetches the tab that the present address names. */
export async function loadTab(): Promise<void> {
  await ROOMS[roomIn(new URLSearchParams(location.search))]?.load();
}

/**
 * `/balance`: what there is of each asset and where it can go, the conversion of one asset into another, and what comes
 * in at addresses of customers.
 */
export default function BalancePage() {
  const [search] = useSearchParams();
  const tabs = useTabs();
  const room = openRoom(roomIn(search), tabs);
  const chunk = ROOMS[room];
  const content = chunk && (
    <Suspense fallback={<Splash />}>
      <Drawn key={room} chunk={chunk} />
    </Suspense>
  );
  if (room === 'deposit' || room === 'new_deposit') return content;
  return (
    <Page>
      <PageHead
        title={t('balance.title')}
        tabTitle={`${t('balance.title')}: ${t(`balance.tab.${room}`)}`}
        sub={t('balance.sub')}
        actions={
          <>
            {room === 'assets' && <PayoutButton />}
            {room === 'deposits' && <ExportButton kind="deposits" />}
            {room !== 'convert' && room !== 'reports' && room !== 'reserves' && <DepositButton />}
          </>
        }
      />
      {tabs.length > 1 && (
        <LinkTabs
          label={t('balance.tabs')}
          tabs={tabs.map((each) => ({
            to: each === 'assets' ? '/balance' : `/balance?tab=${each}`,
            label: t(`balance.tab.${each}`),
            current: each === room,
          }))}
        />
      )}
      {content ?? <Assets />}
    </Page>
  );
}

/** The tabs that this user may see. */
function useTabs(): readonly BalanceTab[] {
  const may: Readonly<Record<BalanceTab, boolean>> = {
    assets: true,
    convert: useMay('merchant_manualConversion_run'),
    deposits: useMay('merchant_deposit_viewAny'),
    addresses: useMay('merchant_address_viewAny'),
    reports: useMay('merchant_balance_reports'),
    reserves: useMay('merchant_wallet_viewAny'),
  };
  return BALANCE_TABS.filter((tab) => may[tab]);
}

function DepositButton() {
  const may = useMay('merchant_address_create');
  if (!may) return null;
  return (
    <Button variant="contained" component={RouterLink} to={NEW_DEPOSIT_PATH} startIcon={<Icon name="plusCircle" />}>
      {t('balance.deposit')}
    </Button>
  );
}

function PayoutButton() {
  const { data = [] } = useBalances();
  const mayPayOut = useMay('merchant_payout_create');
  if (!mayPayOut || !data.some(({ gate_id, available }) => isCryptoGateId(gate_id) && isPositive(available)))
    return null;
  return (
    <Button component={RouterLink} to="/payouts/request-payout" startIcon={<Icon name="payouts" />}>
      {t('balance.payOut')}
    </Button>
  );
}

/** Available, unsettled and on-hold funds by asset, with their value. */
function Assets() {
  const { data = [], error, isPending, refetch } = useBalances();
  const may = useWaysOut();
  const worth = worthOf(data);
  return (
    <Card title={t('balance.title')} titleHidden>
      {body()}
    </Card>
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
          actions={<CreateInvoiceButton />}
        />
      );
    }
    return (
      <>
        {worth && <TotalBalance {...worth} />}
        <Rows
          caption={t('balance.caption')}
          columns={columnsFor(may)}
          rows={byValue(data)}
          rowKey={({ gate_id }) => gate_id}
          card={(row) => toCard(row, may)}
        />
        <CardFoot>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('balance.unsettledHelp')}
          </Typography>
        </CardFoot>
      </>
    );
  }
}

/** The most valuable first, and last what has no rate. */
function byValue(rows: readonly SpaBalance[]): readonly SpaBalance[] {
  return rows.toSorted((one, other) => Number(other.value ?? -1) - Number(one.value ?? -1));
}

function TotalBalance({ value, currency, isPart }: NonNullable<ReturnType<typeof worthOf>>) {
  return (
    <Worth>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('balance.worth')}
      </Typography>
      <Typography variant="figure">{formatFiat(value, currency)}</Typography>
      {isPart && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('balance.worthPart')}
        </Typography>
      )}
    </Worth>
  );
}

const amountColumn = (key: 'available' | 'pending' | 'held', label: string): TableColumn<SpaBalance> => ({
  key,
  label,
  align: 'right',
  // The value of an asset matters more often than its reserved part, which the statement lists.
  spare: key === 'held',
  // Most balances have nothing on its way: noughts there would drown what there is.
  cell: (row) =>
    key === 'available' || isPositive(row[key]) ? (
      <Coins amount={row[key]} gateId={row.gate_id} unit="column" />
    ) : (
      <Dash />
    ),
});

interface May {
  readonly payOut: boolean;
  readonly read: boolean;
  readonly convert: boolean;
  readonly withdraw: boolean;
}

/** Where this person may send a balance; some ways are there in production only (spec §4). */
function useWaysOut(): May {
  const isProduction = useStore(session)?.active_profile_type === 'production';
  const mayConvert = useMay('merchant_manualConversion_run');
  const mayWithdraw = useMay('merchant_withdrawal_create');
  return {
    payOut: useMay('merchant_payout_create'),
    read: useMay('merchant_history_transactions'),
    convert: isProduction && mayConvert,
    withdraw: isProduction && mayWithdraw,
  };
}

function columnsFor(may: May): readonly TableColumn<SpaBalance>[] {
  return [
    column('asset', 'balance.asset', (row) => <BalanceAsset row={row} />),
    amountColumn('available', t('balance.available')),
    amountColumn('pending', t('balance.unsettled')),
    amountColumn('held', t('balance.held')),
    column(
      'value',
      'balance.value',
      ({ value, currency }) => (value === null ? t('balance.noRate') : <Money amount={value} currency={currency} />),
      { align: 'right', quiet: true },
    ),
    ...(Object.values(may).some(Boolean)
      ? [
          column('ways', 'balance.ways', (row: SpaBalance) => <Ways row={row} may={may} />, {
            labelHidden: true,
            align: 'right' as const,
          }),
        ]
      : []),
  ];
}

/** From a balance to what made it, and to where it can go. */
function Ways({ row: { gate_id, available, frozen }, may }: { row: SpaBalance; may: May }) {
  const asset = t('balance.of', { ticker: tickerOf(gate_id), network: networkOf(gate_id) });
  const isFree = !frozen && isPositive(available);
  const isCoin = isCryptoGateId(gate_id);
  const ways = [
    { isThere: may.read, to: `/history?tab=transactions&gate_id=${gate_id}`, label: t('balance.statement') },
    {
      isThere: may.convert && isFree && targetsOf(gate_id).length > 0,
      to: `${CONVERT_PATH}&from=${gate_id}`,
      label: t('balance.convert'),
    },
    {
      isThere: may.payOut && isFree && isCoin,
      to: `/payouts/request-payout?gate_id=${gate_id}`,
      label: t('balance.payOut'),
    },
    {
      isThere: may.withdraw && isFree && !isCoin,
      to: `/withdrawals/request?gate_id=${gate_id}`,
      label: t('balance.withdraw'),
    },
  ];
  return (
    <Links>
      {ways
        .filter(({ isThere }) => isThere)
        .map(({ to, label }) => (
          <Link key={to} component={RouterLink} to={to}>
            {label}
            <VisuallyHidden> {asset}</VisuallyHidden>
          </Link>
        ))}
    </Links>
  );
}

/** The sum of what has a rate; it says so when it is not all. */
function worthOf(rows: readonly SpaBalance[]) {
  const [first] = rows;
  if (first === undefined || rows.every(({ value }) => value === null)) return null;
  return {
    value: rows.reduce((sum, { value }) => plus(sum, value), '0'),
    currency: first.currency,
    isPart: rows.some((row) => row.value === null && hasMoney(row)),
  };
}

/** A suspended balance says so: nothing may leave it. */
function BalanceAsset({ row: { gate_id, frozen } }: { row: SpaBalance }) {
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

function toCard(row: SpaBalance, may: May) {
  const { gate_id, available, pending, held, value, currency } = row;
  return {
    key: gate_id,
    primary: <AssetLabel gateId={gate_id} />,
    status: row.frozen ? <Frozen /> : null,
    value: <Coins amount={available} gateId={gate_id} />,
    secondary: value === null ? null : <Money amount={value} currency={currency} />,
    meta: (
      <>
        {[
          isPositive(pending) && t('balance.unsettledOf', { amount: coinsText(pending, gate_id) }),
          isPositive(held) && t('balance.heldOf', { amount: coinsText(held, gate_id) }),
        ]
          .filter(Boolean)
          .join(', ')}
        <Ways row={row} may={may} />
      </>
    ),
  };
}
