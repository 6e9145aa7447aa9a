import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../api/contract/payment-methods.ts';
import { ReceiptArt } from '../components/art.tsx';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { Rows } from '../components/rows.tsx';
import { useMay } from '../data/use-may.ts';
import { clipMiddle } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { useMethods } from '../payouts/payout-calls.ts';
import { periodWords } from './method-form.ts';
import { coolOffWords, MethodStatusChip } from './method-status.tsx';
import { PolicyCard } from './policy-card.tsx';

const Name = styled('span')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'start',
  padding: '8px 0',
  '&& small': { display: 'block', fontSize: 13, lineHeight: '20px', color: theme.palette.text.secondary },
}));

/** Where payouts go again and again, and the rules for all of them. */
export function MethodList() {
  const { data, error, isPending, refetch } = useMethods();
  const mayAdd = useMay('merchant_paymentMethod_update');
  const add = (
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
        actions={mayAdd && data && data.length > 0 ? add : undefined}
      />
      <Card title={t('methods.title')} titleHidden>
        {body()}
      </Card>
      <PolicyCard />
    </Page>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('methods.loading')} rows={3} />;
    if (error) return <ListError title={t('methods.error')} error={error} onRetry={() => void refetch()} />;
    if (data.length === 0) return <NoMethods action={mayAdd ? add : undefined} />;
    return (
      <Rows
        caption={t('methods.title')}
        columns={columns()}
        rows={data}
        rowKey={({ id }) => id}
        card={toCard}
        path={({ id }) => methodPath(id)}
      />
    );
  }
}

function NoMethods({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('methods.empty.title')}
      text={t('methods.empty.text')}
      actions={action}
      steps={[
        { icon: 'request', title: t('methods.step1.title'), text: t('methods.step1.text') },
        { icon: 'clock', title: t('methods.step2.title'), text: t('methods.step2.text') },
        { icon: 'convert', title: t('methods.step3.title'), text: t('methods.step3.text') },
      ]}
    />
  );
}

function columns(): readonly TableColumn<PaymentMethod>[] {
  return [
    { key: 'title', label: t('method.title'), cell: nameOf },
    { key: 'asset', label: t('payouts.column.asset'), cell: assetOf },
    {
      key: 'address',
      label: t('payouts.column.address'),
      quiet: true,
      spare: true,
      cell: ({ address }) => address && <code title={address}>{clipMiddle(address, 8, 6)}</code>,
    },
    { key: 'when', label: t('methods.column.when'), quiet: true, cell: (method) => periodWords(method) },
    {
      key: 'status',
      label: t('payouts.column.status'),
      align: 'right',
      cell: ({ status }) => <MethodStatusChip status={status} />,
    },
  ];
}

function nameOf(method: PaymentMethod) {
  const notes = [method.is_default ? t('methods.default') : null, coolOffWords(method)].filter(Boolean);
  return (
    <Name>
      <RowLink to={methodPath(method.id)}>{method.title}</RowLink>
      {notes.length > 0 && <small>{notes.join(' · ')}</small>}
    </Name>
  );
}

export function assetOf({ gate_id }: PaymentMethod) {
  return <AssetLabel gateId={gate_id} />;
}

export function methodPath(id: string): string {
  return `/payouts/method?id=${encodeURIComponent(id)}`;
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
