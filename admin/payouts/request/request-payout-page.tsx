import '../payout-words.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { PaymentMethod } from '../../../contract/payment-methods.ts';
import type { PayoutForm } from '../../../contract/payouts.ts';
import { CoinsArt } from '../../components/art.tsx';
import { Card } from '../../components/card.tsx';
import { CreateInvoiceButton } from '../../components/create-invoice-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { TwoFaFirst } from '../../components/two-fa-first.tsx';
import { LOADS_FEES } from '../../data/loads-fees.ts';
import { useProvider } from '../../data/use-provider.ts';
import { t } from '../../i18n/translate.ts';
import { isPositive } from '../../invoices/decimal.ts';
import { PayoutRequest } from './payout-request.tsx';

const ALL_METHODS = { filter: { operation: 'payout' }, pagination: { page: 1, perPage: 100 } };

/** `/payouts/request-payout`: one payout, from what is available to its confirmation. `?gate_id=` names the asset. */
export default function RequestPayoutPage() {
  const [search] = useSearchParams();
  const provider = useProvider();
  const form = useQuery({
    queryKey: ['balances', 'payout-form'],
    queryFn: () => provider.payoutForm(),
    ...LOADS_FEES,
  });
  const methods = useGetList<PaymentMethod>('payment-methods', ALL_METHODS);
  const title = t('request.title');
  return (
    <Page>
      <PageHead
        title={title}
        crumbs={[{ label: t('payouts.title'), to: '/payouts' }, { label: title }]}
        sub={t('request.lead')}
      />
      {body()}
    </Page>
  );

  function body(): ReactNode {
    if (form.isPending || methods.isPending) {
      return (
        <Card title={title} titleHidden>
          <ListLoading label={t('request.loading')} rows={6} />
        </Card>
      );
    }
    if (!form.data || !methods.data) {
      return (
        <Card title={title} titleHidden>
          <ListError
            title={t('request.error')}
            error={form.error ?? methods.error}
            onRetry={() => void Promise.all([form.refetch(), methods.refetch()])}
          />
        </Card>
      );
    }
    if (!form.data.gates.some(({ is_open, available }) => is_open && isPositive(available))) return <NothingToPay />;
    return (
      <>
        {form.data.two_fa.required && !form.data.two_fa.enabled && <TwoFaFirst why={t('request.twoFaWhy')} />}
        <PayoutRequest
          form={form.data}
          methods={methods.data}
          preset={{ gateId: search.get('gate_id'), methodId: search.get('method') }}
          isBarred={isBarred(form.data)}
        />
      </>
    );
  }
}

function isBarred({ two_fa }: PayoutForm): boolean {
  return two_fa.required && !two_fa.enabled;
}

function NothingToPay() {
  return (
    <Card title={t('request.title')} titleHidden>
      <EmptyState
        art={<CoinsArt />}
        title={t('request.nothing.title')}
        text={t('request.nothing.text')}
        actions={
          <>
            <CreateInvoiceButton />
            <Button component={RouterLink} to="/balance">
              {t('dashboard.allBalances')}
            </Button>
          </>
        }
      />
    </Card>
  );
}
