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
import { column, linkColumn, statusColumn } from '../list/columns.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { assetOf, methodPath } from '../payout-methods/method-path.tsx';
import { MethodStatusChip } from '../payout-methods/method-status.tsx';
import { periodWords } from '../payout-methods/period.ts';
import { SwitchMethod } from '../payout-methods/switch-method.tsx';
import { payoutPath } from './payout-name.ts';

/** Why nothing was paid may take several lines. */
const Words = styled('span')({ display: 'block', padding: '8px 0', maxWidth: 340, whiteSpace: 'normal' });

const ONLY_AUTOMATIC = { operation: 'payout', automatic: 'true' };

/** Scheduled payouts: balance, interval, next run and the result of the last one. */
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
  linkColumn('title', 'method.title', ({ id, title }) => [methodPath(id), title]),
  column('asset', 'payouts.column.asset', assetOf, { width: [88, 176] }),
  column('when', 'methods.column.when', (method) => periodWords(method), { width: 120, spare: true }),
  column('next', 'scheduled.next', nextWords, { width: [128, 164], quiet: true }),
  column('last', 'scheduled.last', (method) => <LastRun run={method.last_run} />, { width: [160, 264] }),
  statusColumn(({ status }) => <MethodStatusChip status={status} />, { width: [112, 128] }),
  column('switch', 'scheduled.switch', (method) => <SwitchMethod method={method} small />, {
    width: 104,
    labelHidden: true,
    align: 'right',
  }),
];

function nextWords({ next_run_at }: PaymentMethod): string {
  return next_run_at === null ? t('scheduled.notRunning') : formatMoment(next_run_at);
}

/** The result of the last run: the payout, or the reason why there was none. */
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
