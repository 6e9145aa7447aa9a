import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
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
import { session } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { useStore } from '../data/use-store.ts';
import { clipMiddle } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column, linkColumn } from '../list/columns.tsx';
import { Icon } from '../look/icon.tsx';
import { coolOffWords, MethodStatusChip } from '../payout-methods/method-status.tsx';
import { periodWords } from '../payout-methods/period.ts';
import { InProduction } from '../withdrawals/in-production.tsx';
import { METHODS_PATH, methodPath } from '../withdrawals/withdrawal-paths.ts';
import { useWithdrawalMethods } from './use-withdrawal-methods.ts';

/** Bank accounts and own wallets that withdrawals go to. */
export function MethodList() {
  const isProduction = useStore(session)?.active_profile_type === 'production';
  const mayAdd = useMay('merchant_paymentMethod_update');
  return (
    <Page>
      <PageHead
        title={t('withdrawals.methods')}
        crumbs={[{ label: t('withdrawals.title'), to: '/withdrawals' }, { label: t('withdrawals.methods') }]}
        sub={t('withdrawalMethods.lead')}
        actions={isProduction && mayAdd && <AddButton />}
      />
      <InProduction>
        <Card title={t('withdrawals.methods')} titleHidden>
          <Methods />
        </Card>
      </InProduction>
    </Page>
  );
}

function AddButton() {
  return (
    <Button
      variant="contained"
      component={RouterLink}
      to={`${METHODS_PATH}?new`}
      startIcon={<Icon name="plusCircle" />}
    >
      {t('methods.add')}
    </Button>
  );
}

function Methods(): ReactNode {
  const { data, error, isPending, refetch } = useWithdrawalMethods();
  if (isPending) return <ListLoading label={t('methods.loading')} rows={3} />;
  if (error) return <ListError title={t('methods.error')} error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <NoMethods />;
  return (
    <Rows
      caption={t('withdrawals.methods')}
      columns={columns()}
      rows={data}
      rowKey={({ id }) => id}
      card={toCard}
      path={({ id }) => methodPath(id)}
    />
  );
}

function NoMethods() {
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('methods.empty.title')}
      text={t('withdrawalMethods.empty.text')}
      steps={[
        { icon: 'request', title: t('withdrawalMethods.step1.title'), text: t('withdrawalMethods.step1.text') },
        { icon: 'clock', title: t('withdrawalMethods.step2.title'), text: t('withdrawalMethods.step2.text') },
        { icon: 'convert', title: t('withdrawalMethods.step3.title'), text: t('withdrawalMethods.step3.text') },
      ]}
    />
  );
}

/** The account or address in short. */
function targetOf({ iban, address }: PaymentMethod): string {
  return clipMiddle(iban ?? address ?? '', 8, 6);
}

function columns(): readonly TableColumn<PaymentMethod>[] {
  return [
    linkColumn('title', 'method.title', ({ id, title }) => [methodPath(id), title]),
    column('asset', 'payouts.column.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />),
    column('target', 'withdrawals.column.recipient', (method) => <code>{targetOf(method)}</code>, {
      quiet: true,
      spare: true,
    }),
    column('when', 'methods.column.when', (method) => periodWords(method), { quiet: true }),
    column('status', 'payouts.column.status', ({ status }) => <MethodStatusChip status={status} />, { align: 'right' }),
  ];
}

function toCard(method: PaymentMethod) {
  return {
    key: method.id,
    primary: <RowLink to={methodPath(method.id)}>{method.title}</RowLink>,
    value: <AssetLabel gateId={method.gate_id} />,
    status: <MethodStatusChip status={method.status} />,
    secondary: <code>{targetOf(method)}</code>,
    meta: [periodWords(method), coolOffWords(method)].filter(Boolean).join(' · '),
  };
}
