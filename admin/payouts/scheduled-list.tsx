import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { CoinsArt } from '../components/art.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { RowLink } from '../components/row-link.tsx';
import { useMay } from '../data/use-may.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Quiet } from '../integration/parts.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { assetOf, methodPath } from '../payout-methods/method-path.tsx';
import { MethodStatusChip } from '../payout-methods/method-status.tsx';
import { periodWords } from '../payout-methods/period.ts';
import { SwitchMethod } from '../payout-methods/switch-method.tsx';
import { payoutPath } from './payout-name.ts';

/** Why nothing was paid may take several lines. */
const Words = styled('span')({ display: 'block', padding: '8px 0', maxWidth: 340, whiteSpace: 'normal' });

const ONLY_AUTOMATIC = { operation: 'payout', automatic: 'true' };

/** What goes out by itself: whose balance, how often, when next, and how the last time went. */
export default function ScheduledList() {
  return (
    <ResourceList<PaymentMethod>
      resource="payment-methods"
      storeKey="payment-methods.scheduled"
      only={ONLY_AUTOMATIC}
      sort={AS_THE_API}
      perPage={25}
      words="scheduled"
      columns={COLUMNS}
      card={toCard}
      empty={<NothingScheduled />}
    />
  );
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

const COLUMNS: readonly TableColumn<PaymentMethod>[] = [
  { key: 'title', label: t('method.title'), cell: ({ id, title }) => <RowLink to={methodPath(id)}>{title}</RowLink> },
  { key: 'asset', width: [88, 176], label: t('payouts.column.asset'), cell: assetOf },
  { key: 'when', width: 120, label: t('methods.column.when'), spare: true, cell: (method) => periodWords(method) },
  { key: 'next', width: [128, 164], label: t('scheduled.next'), quiet: true, cell: nextWords },
  { key: 'last', width: [160, 264], label: t('scheduled.last'), cell: (method) => <LastRun run={method.last_run} /> },
  {
    key: 'status',
    width: [112, 128],
    label: t('payouts.column.status'),
    cell: ({ status }) => <MethodStatusChip status={status} />,
  },
  {
    key: 'switch',
    width: 104,
    label: t('scheduled.switch'),
    labelHidden: true,
    align: 'right',
    cell: (method) => <SwitchMethod method={method} small />,
  },
];

function nextWords({ next_run_at }: PaymentMethod): string {
  return next_run_at === null ? t('scheduled.notRunning') : formatMoment(next_run_at);
}

/** What came of the newest time: the payout, or in words why there was none. */
function LastRun({ run }: { run: PaymentMethod['last_run'] }) {
  if (run === null) return <Quiet as="span">{t('scheduled.never')}</Quiet>;
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
