import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../api/contract/payment-methods.ts';
import { CoinsArt } from '../components/art.tsx';
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
import { SwitchMethod } from '../payout-methods/method-actions.tsx';
import { periodWords } from '../payout-methods/method-form.ts';
import { assetOf, methodPath } from '../payout-methods/method-list.tsx';
import { MethodStatusChip } from '../payout-methods/method-status.tsx';
import { useMethods } from './payout-calls.ts';
import { payoutPath } from './payout-name.ts';

/** Why nothing was paid may take several lines. */
const Words = styled('span')({ display: 'block', padding: '8px 0', maxWidth: 340, whiteSpace: 'normal' });

/** What goes out by itself: whose balance, how often, when next, and how the last time went. */
export default function ScheduledList() {
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
      <Rows
        caption={t('payouts.tab.scheduled')}
        columns={columns()}
        rows={data}
        rowKey={({ id }) => id}
        card={toCard}
      />
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
    { key: 'next', label: t('scheduled.next'), quiet: true, cell: nextWords },
    { key: 'last', label: t('scheduled.last'), cell: (method) => <LastRun run={method.last_run} /> },
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

function nextWords({ next_run_at }: PaymentMethod): string {
  return next_run_at === null ? t('scheduled.notRunning') : formatMoment(next_run_at);
}

/** What came of the newest time: the payout, or in words why there was none. */
function LastRun({ run }: { run: PaymentMethod['last_run'] }) {
  if (run === null) return <Quiet as="span">{t('scheduled.none')}</Quiet>;
  const words = t('scheduled.at', { time: formatMoment(run.at) });
  if (run.payout_id !== null) {
    return (
      <Words>
        <RowLink to={payoutPath(run.payout_id)}>{t('scheduled.paid')}</RowLink> {words}
      </Words>
    );
  }
  return (
    <Words>
      {run.words} {words}
    </Words>
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
        {[periodWords(method), method.next_run_at && t('scheduled.metaNext', { time: nextWords(method) })]
          .filter(Boolean)
          .join(' · ')}
        <LastRun run={method.last_run} />
      </>
    ),
  };
}
