import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../api/contract/payment-methods.ts';
import { CoinsArt } from '../components/art.tsx';
import { Card } from '../components/card.tsx';
import { CardList } from '../components/card-list.tsx';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { coinsText } from '../components/money.tsx';
import { Narrow, Wide } from '../components/page.tsx';
import { RowLink } from '../components/row-link.tsx';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { SwitchMethod } from './methods/method-actions.tsx';
import { periodWords } from './methods/method-form.ts';
import { assetOf, methodPath } from './methods/method-list.tsx';
import { MethodStatusChip } from './methods/method-status.tsx';
import { useLastPayout, useMethods } from './payout-calls.ts';
import { payoutPath } from './payout-name.ts';
import { PayoutStatusChip } from './payout-status-chip.tsx';

/** What goes out by itself: whose balance, how often, and how the last time went. */
export function ScheduledList() {
  const { data, error, isPending, refetch } = useMethods({ automatic: true });
  return (
    <Card title={t('payouts.tab.scheduled')} titleHidden>
      {body()}
    </Card>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('scheduled.loading')} rows={3} />;
    if (error) return <ListError title={t('scheduled.error')} error={error} onRetry={() => void refetch()} />;
    if (data.length === 0) return <NothingScheduled />;
    return (
      <>
        <Wide>
          <DataTable caption={t('payouts.tab.scheduled')} columns={columns()} rows={data} rowKey={({ id }) => id} />
        </Wide>
        <Narrow>
          <CardList label={t('payouts.tab.scheduled')} items={data.map(toCard)} />
        </Narrow>
      </>
    );
  }
}

function NothingScheduled() {
  const mayAdd = useMay('merchant_paymentMethod_update');
  return (
    <EmptyState
      art={<CoinsArt />}
      title={t('scheduled.empty.title')}
      text={t('scheduled.empty.text')}
      actions={
        mayAdd && (
          <Button variant="contained" component={RouterLink} to="/payouts/method?new">
            {t('methods.add')}
          </Button>
        )
      }
    />
  );
}

function columns(): readonly TableColumn<PaymentMethod>[] {
  return [
    { key: 'title', label: t('method.title'), cell: ({ id, title }) => <RowLink to={methodPath(id)}>{title}</RowLink> },
    { key: 'asset', label: t('payouts.column.asset'), cell: assetOf },
    { key: 'when', label: t('methods.column.when'), cell: (method) => periodWords(method) },
    { key: 'last', label: t('scheduled.last'), cell: (method) => <LastRun method={method} /> },
    { key: 'status', label: t('payouts.column.status'), cell: ({ status }) => <MethodStatusChip status={status} /> },
    {
      key: 'switch',
      label: t('scheduled.switch'),
      labelHidden: true,
      align: 'right',
      cell: (method) => <SwitchMethod method={method} small />,
    },
  ];
}

/** The newest payout of the method, or why there was none. */
function LastRun({ method }: { method: PaymentMethod }) {
  const { data, isPending } = useLastPayout(method.id);
  if (isPending) return null;
  if (!data) return <Typography sx={{ color: 'text.secondary' }}>{t('scheduled.none')}</Typography>;
  return (
    <>
      <RowLink to={payoutPath(data.id)}>{coinsText(data.net_amount, data.gate_id)}</RowLink>{' '}
      <PayoutStatusChip payout={data} />
    </>
  );
}

function toCard(method: PaymentMethod) {
  const { id, title, status } = method;
  return {
    key: id,
    primary: <RowLink to={methodPath(id)}>{title}</RowLink>,
    value: assetOf(method),
    status: <MethodStatusChip status={status} />,
    secondary: <SwitchMethod method={method} small />,
    meta: (
      <>
        {periodWords(method)} <LastRun method={method} />
      </>
    ),
  };
}
