import './deposit-words.ts';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import type { Deposit } from '../../contract/deposits.ts';
import { GATE_IDS } from '../../domain/assets/assets.ts';
import { DEPOSIT_STATUSES, type DepositStatus } from '../../domain/state/deposit-status.ts';
import { CoinsArt } from '../components/art.tsx';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins, coinsText } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { useMay } from '../data/use-may.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { amountColumn, assetColumn, column, createdColumn, linkColumn, statusColumn } from '../list/columns.tsx';
import { assetFilter, choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { depositPath, NEW_DEPOSIT_PATH } from './deposit-paths.ts';
import { isGathering } from './deposit-status.ts';
import { DepositStatusChip } from './deposit-status-chip.tsx';

const LIVE = ['deposit'] as const;
const FILTERS = [
  searchFilter({ label: 'deposits.search', hint: 'deposits.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'status',
    label: 'history.filter.status',
    all: DEPOSIT_STATUSES,
    wordOf: (status: DepositStatus) => t(`deposit.status.${status}`),
  }),
  assetFilter(GATE_IDS),
];

/** Everything that came in at addresses of customers. */
export default function DepositList() {
  return (
    <ResourceList<Deposit>
      resource="deposits"
      words="deposits"
      filters={FILTERS}
      live={LIVE}
      columns={columns()}
      card={toCard}
      path={({ id }) => depositPath(id)}
      empty={<NoDeposits />}
    />
  );
}

function NoDeposits() {
  const mayCreate = useMay('merchant_address_create');
  return (
    <EmptyState
      art={<CoinsArt />}
      title={t('deposits.empty.title')}
      text={t('deposits.empty.text')}
      actions={
        mayCreate && (
          <Button variant="contained" component={RouterLink} to={NEW_DEPOSIT_PATH}>
            {t('balance.deposit')}
          </Button>
        )
      }
      steps={[
        { icon: 'users', title: t('deposits.step1.title'), text: t('deposits.step1.text') },
        { icon: 'coin', title: t('deposits.step2.title'), text: t('deposits.step2.text') },
        { icon: 'balance', title: t('deposits.step3.title'), text: t('deposits.step3.text') },
      ]}
    />
  );
}

const Waits = styled('small')(({ theme }) => ({
  display: 'block',
  fontSize: 13,
  color: theme.palette.text.secondary,
}));

function columns(): readonly TableColumn<Deposit>[] {
  return [
    linkColumn('reference', 'deposits.column.customer', ({ id, reference }) => [depositPath(id), reference]),
    statusColumn((row) => <DepositStatusChip deposit={row} />, { width: [152, 176], sortBy: 'status' }),
    assetColumn(),
    column(
      'amount',
      'deposits.column.amount',
      (row) => (
        <>
          <Coins amount={row.amount} gateId={row.gate_id} unit="none" />
          {isGathering(row) && <Waits>{waitsFor(row)}</Waits>}
        </>
      ),
      { width: [160, 184], align: 'right', sortBy: 'amount' },
    ),
    amountColumn('net_amount', 'deposits.column.net', { key: 'net', width: 152, spare: true, quiet: true }),
    createdColumn({ label: 'deposits.column.created', sortBy: 'created_at' }),
  ];
}

function waitsFor({ minimum, gate_id }: Deposit): string {
  return t('deposits.waitsFor', { minimum: coinsText(minimum, gate_id) });
}

function toCard(row: Deposit) {
  return {
    key: row.id,
    primary: <RowLink to={depositPath(row.id)}>{row.reference}</RowLink>,
    value: <Coins amount={row.amount} gateId={row.gate_id} />,
    status: <DepositStatusChip deposit={row} />,
    ...(isGathering(row) ? { secondary: waitsFor(row) } : {}),
    meta: `${tickerOf(row.gate_id)}, ${networkOf(row.gate_id)}, ${formatMoment(row.created_at)}`,
  };
}
