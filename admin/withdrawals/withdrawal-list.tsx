import './withdrawal-words.ts';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { SpaWithdrawalRow } from '../../contract/withdrawals.ts';
import { CRYPTO_GATES } from '../../domain/assets/assets.ts';
import { PAYOUT_STATUSES, type PayoutStatus } from '../../domain/state/payout-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { tickerOf } from '../components/asset-label.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Coins } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { useMay } from '../data/use-may.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { amountColumn, assetColumn, column, createdColumn, linkColumn, statusColumn } from '../list/columns.tsx';
import { assetFilter, choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { methodFilter } from '../list/method-filter.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { recipientText } from './recipient.ts';
import { REQUEST_PATH, withdrawalPath } from './withdrawal-paths.ts';
import { WithdrawalStatusChip } from './withdrawal-status-chip.tsx';

const LIVE = ['withdrawal'] as const;
const FILTERS = [
  searchFilter({ label: 'withdrawals.search', hint: 'withdrawals.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'status',
    label: 'history.filter.status',
    all: PAYOUT_STATUSES,
    wordOf: (status: PayoutStatus) => t(`payout.status.${status}`),
  }),
  assetFilter(['EUR', ...CRYPTO_GATES]),
  methodFilter('withdrawal'),
];

/** Every withdrawal, to bank accounts and in coins; ten on a page (spec §9). */
export default function WithdrawalList() {
  return (
    <ResourceList<SpaWithdrawalRow>
      resource="withdrawals"
      words="withdrawals"
      filters={FILTERS}
      live={LIVE}
      perPage={10}
      columns={columns()}
      card={toCard}
      path={({ id }) => withdrawalPath(id)}
      empty={<NoWithdrawals />}
    />
  );
}

function NoWithdrawals() {
  const mayCreate = useMay('merchant_withdrawal_create');
  const mayConvert = useMay('merchant_manualConversion_run');
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('withdrawals.empty.title')}
      text={t('withdrawals.empty.text')}
      actions={
        mayCreate && (
          <Button variant="contained" component={RouterLink} to={REQUEST_PATH}>
            {t('withdrawals.request')}
          </Button>
        )
      }
      steps={[
        ...(mayConvert
          ? [{ icon: 'balance' as const, title: t('withdrawals.step1.title'), text: t('withdrawals.step1.text') }]
          : []),
        { icon: 'shield', title: t('withdrawals.step2.title'), text: t('withdrawals.step2.text') },
        { icon: 'checkCircle', title: t('withdrawals.step3.title'), text: t('withdrawals.step3.text') },
      ]}
    />
  );
}

function columns(): readonly TableColumn<SpaWithdrawalRow>[] {
  return [
    linkColumn('method', 'withdrawals.column.method', ({ id, method }) => [withdrawalPath(id), method.title]),
    statusColumn((row) => <WithdrawalStatusChip withdrawal={row} />, { width: [152, 176], sortBy: 'status' }),
    assetColumn({ width: [104, 176] }),
    column('recipient', 'withdrawals.column.recipient', (row) => <code>{recipientText(row)}</code>, {
      width: 152,
      quiet: true,
      spare: true,
    }),
    amountColumn('net_amount', 'withdrawals.column.amount', { key: 'amount', width: [136, 152], sortBy: 'amount' }),
    amountColumn('total', 'withdrawals.column.total', { width: 152, spare: true, quiet: true }),
    createdColumn({ sortBy: 'created_at' }),
  ];
}

function toCard(row: SpaWithdrawalRow) {
  return {
    key: row.id,
    primary: <RowLink to={withdrawalPath(row.id)}>{row.method.title}</RowLink>,
    value: <Coins amount={row.net_amount} gateId={row.gate_id} />,
    status: <WithdrawalStatusChip withdrawal={row} />,
    secondary: <code>{recipientText(row)}</code>,
    meta: `${tickerOf(row.gate_id)}, ${formatMoment(row.created_at)}`,
  };
}
