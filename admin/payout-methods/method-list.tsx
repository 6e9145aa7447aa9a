import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { lazy, Suspense } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { ReceiptArt } from '../components/art.tsx';
import { Clip } from '../components/clip.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { useMay } from '../data/use-may.ts';
import { clipMiddle } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column, statusColumn } from '../list/columns.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { Icon } from '../look/icon.tsx';
import { assetOf, methodPath } from './method-path.tsx';
import { coolOffWords, MethodStatusChip } from './method-status.tsx';
import { periodWords } from './period.ts';

// Below the list, and more code than it.
const PolicyCard = lazy(() => import('./policy-card.tsx'));
const LimitsCard = lazy(() => import('./limits-card.tsx'));

const Name = styled('span')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'start',
  padding: '8px 0',
  '&& small': { display: 'block', fontSize: 13, lineHeight: '20px', color: theme.palette.text.secondary },
}));

const ONLY_PAYOUTS = { operation: 'payout' };

/** Where payouts go again and again, and the rules for all of them. */
export function MethodList() {
  const mayAdd = useMay('merchant_paymentMethod_update');
  const add = mayAdd && (
    <Button variant="contained" component={RouterLink} to="/payouts/method?new" startIcon={<Icon name="plusCircle" />}>
      {t('methods.add')}
    </Button>
  );
  return (
    <Page>
      <PageHead
        title={t('methods.title')}
        crumbs={[{ label: t('payouts.title'), to: '/payouts' }, { label: t('methods.title') }]}
        sub={t('methods.lead')}
        actions={add}
      />
      <ResourceList<PaymentMethod>
        resource="payment-methods"
        storeKey="payment-methods.payout"
        only={ONLY_PAYOUTS}
        sort={AS_THE_API}
        perPage={25}
        words="methods"
        columns={COLUMNS}
        card={toCard}
        path={({ id }) => methodPath(id)}
        empty={<NoMethods />}
      />
      <Suspense>
        <PolicyCard />
        <LimitsCard />
      </Suspense>
    </Page>
  );
}

function NoMethods() {
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('methods.empty.title')}
      text={t('methods.empty.text')}
      steps={[
        { icon: 'request', title: t('methods.step1.title'), text: t('methods.step1.text') },
        { icon: 'clock', title: t('methods.step2.title'), text: t('methods.step2.text') },
        { icon: 'convert', title: t('methods.step3.title'), text: t('methods.step3.text') },
      ]}
    />
  );
}

const COLUMNS: readonly TableColumn<PaymentMethod>[] = [
  column('title', 'method.title', nameOf),
  column('asset', 'payouts.column.asset', assetOf, { width: [104, 176] }),
  column(
    'address',
    'payouts.column.address',
    ({ address }) =>
      address && (
        <code>
          <Clip text={address} />
        </code>
      ),
    { width: 176, quiet: true, spare: true },
  ),
  column('when', 'methods.column.when', (method) => periodWords(method), { width: [112, 136], quiet: true }),
  statusColumn(({ status }) => <MethodStatusChip status={status} />, { width: [128, 144] }),
];

function nameOf(method: PaymentMethod) {
  const notes = [method.is_default ? t('methods.default') : null, coolOffWords(method)].filter(Boolean);
  return (
    <Name>
      <RowLink to={methodPath(method.id)}>{method.title}</RowLink>
      {notes.length > 0 && <small>{notes.join(' · ')}</small>}
    </Name>
  );
}

function toCard(method: PaymentMethod) {
  const { id, title, address, is_default, status } = method;
  const words = [periodWords(method), is_default ? t('methods.default') : null, coolOffWords(method)];
  return {
    key: id,
    primary: <RowLink to={methodPath(id)}>{title}</RowLink>,
    value: assetOf(method),
    status: <MethodStatusChip status={status} />,
    secondary: address && <code>{clipMiddle(address, 6, 4)}</code>,
    meta: words.filter(Boolean).join(' · '),
  };
}
