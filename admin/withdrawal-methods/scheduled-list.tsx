import '../withdrawals/withdrawal-words.ts';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { CoinsArt } from '../components/art.tsx';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { RowLink } from '../components/row-link.tsx';
import { Rows } from '../components/rows.tsx';
import { useMay } from '../data/use-may.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Quiet } from '../integration/parts.tsx';
import { column, linkColumn } from '../list/columns.tsx';
import { MethodStatusChip } from '../payout-methods/method-status.tsx';
import { periodWords } from '../payout-methods/period.ts';
import { SwitchMethod } from '../payout-methods/switch-method.tsx';
import { METHODS_PATH, methodPath, withdrawalPath } from '../withdrawals/withdrawal-paths.ts';
import { useWithdrawalMethods } from './use-withdrawal-methods.ts';

/** Why nothing was withdrawn may take several lines. */
const Words = styled('span')({ display: 'block', padding: '8px 0', maxWidth: 340, whiteSpace: 'normal' });

/** Automatic withdrawals: interval, next run, and the result of the last one. */
export default function ScheduledWithdrawals() {
  return (
    <Card title={t('withdrawals.tab.scheduled')} titleHidden>
      <Scheduled />
    </Card>
  );
}

function Scheduled() {
  const { data, error, isPending, refetch } = useWithdrawalMethods({ automatic: true });
  if (isPending) return <ListLoading label={t('scheduledWithdrawals.loading')} rows={3} />;
  if (error) {
    return <ListError title={t('scheduledWithdrawals.error')} error={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <NothingScheduled />;
  return (
    <Rows
      caption={t('withdrawals.tab.scheduled')}
      columns={columns()}
      rows={data}
      rowKey={({ id }) => id}
      card={toCard}
    />
  );
}

function NothingScheduled() {
  const mayAdd = useMay('merchant_paymentMethod_update');
  return (
    <EmptyState
      art={<CoinsArt />}
      title={t('scheduledWithdrawals.empty.title')}
      text={t('scheduledWithdrawals.empty.text')}
      actions={
        mayAdd && (
          <Button variant="contained" component={RouterLink} to={METHODS_PATH}>
            {t('withdrawals.methods')}
          </Button>
        )
      }
    />
  );
}

function columns(): readonly TableColumn<PaymentMethod>[] {
  return [
    linkColumn('title', 'method.title', ({ id, title }) => [methodPath(id), title]),
    column('asset', 'payouts.column.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
    column('when', 'methods.column.when', (method) => periodWords(method)),
    column('next', 'scheduled.next', nextWords, { quiet: true }),
    column('last', 'scheduled.last', ({ last_run }) => <LastRun run={last_run} />),
    column('status', 'payouts.column.status', ({ status }) => <MethodStatusChip status={status} />),
    column('switch', 'scheduled.switch', (method) => <SwitchMethod method={method} small />, {
      labelHidden: true,
      align: 'right',
    }),
  ];
}

function nextWords({ next_run_at }: PaymentMethod): string {
  return next_run_at === null ? t('scheduled.notRunning') : formatMoment(next_run_at);
}

/** The result of the last run: the withdrawal, or the reason why there was none. */
function LastRun({ run }: { run: PaymentMethod['last_run'] }) {
  if (run === null) return <Quiet as="span">{t('scheduled.never')}</Quiet>;
  const time = t('scheduled.at', { time: formatMoment(run.at) });
  return (
    <Words>
      {run.withdrawal_id === null ? (
        run.words
      ) : (
        <RowLink to={withdrawalPath(run.withdrawal_id)}>{t('scheduledWithdrawals.made')}</RowLink>
      )}{' '}
      {time}
    </Words>
  );
}

function toCard(method: PaymentMethod) {
  return {
    key: method.id,
    primary: <RowLink to={methodPath(method.id)}>{method.title}</RowLink>,
    value: <AssetLabel gateId={method.gate_id} />,
    status: <MethodStatusChip status={method.status} />,
    secondary: <SwitchMethod method={method} small />,
    meta: (
      <>
        {`${periodWords(method)} · ${nextWords(method)}`}
        <LastRun run={method.last_run} />
      </>
    ),
  };
}
