import '../withdrawal-words.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { WithdrawalForm } from '../../../contract/withdrawals.ts';
import { CoinsArt, ReceiptArt } from '../../components/art.tsx';
import { Card } from '../../components/card.tsx';
import { CreateInvoiceButton } from '../../components/create-invoice-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { TwoFaFirst } from '../../components/two-fa-first.tsx';
import { useMay } from '../../data/use-may.ts';
import { useProvider } from '../../data/use-provider.ts';
import { t } from '../../i18n/translate.ts';
import { isPositive } from '../../invoices/decimal.ts';
import { InProduction } from '../in-production.tsx';
import { METHODS_PATH } from '../withdrawal-paths.ts';
import { openGates } from './request-form.ts';
import { WithdrawalRequest } from './withdrawal-request.tsx';

/** `/withdrawals/request`: one withdrawal by a saved method. `?gate_id=` or `?method=` names which. */
export default function RequestWithdrawalPage() {
  const title = t('withdraw.title');
  return (
    <Page>
      <PageHead
        title={title}
        crumbs={[{ label: t('withdrawals.title'), to: '/withdrawals' }, { label: title }]}
        sub={t('withdraw.lead')}
      />
      <InProduction>
        <Request />
      </InProduction>
    </Page>
  );
}

function Request() {
  const [search] = useSearchParams();
  const provider = useProvider();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['balances', 'withdrawal-form'],
    queryFn: () => provider.withdrawalForm(),
  });
  if (isPending) return inCard(<ListLoading label={t('request.loading')} rows={6} />);
  // A later refetch that fails takes nothing away that is half typed.
  if (error && !data)
    return inCard(<ListError title={t('request.error')} error={error} onRetry={() => void refetch()} />);
  const gates = openGates(data);
  if (gates.length === 0) return <NoMethod form={data} />;
  if (!gates.some(({ available }) => isPositive(available))) return <NothingThere />;
  const isBarred = data.two_fa.required && !data.two_fa.enabled;
  return (
    <>
      {isBarred && <TwoFaFirst why={t('withdraw.twoFaWhy')} />}
      <WithdrawalRequest
        gates={gates}
        named={{ gateId: search.get('gate_id'), methodId: search.get('method') }}
        isBarred={isBarred}
      />
    </>
  );
}

/** Without a method there is nowhere to withdraw to; one that is frozen or closed is said, too. */
function NoMethod({ form }: { form: WithdrawalForm }) {
  const mayAdd = useMay('merchant_paymentMethod_update');
  const isStopped = form.gates.some(({ method }) => method !== null);
  return inCard(
    <EmptyState
      art={<ReceiptArt />}
      title={t(isStopped ? 'withdraw.stopped.title' : 'withdraw.noMethod.title')}
      text={t(isStopped ? 'withdraw.stopped.text' : 'withdraw.noMethod.text')}
      actions={
        isStopped ? (
          <Button component={RouterLink} to="/withdrawals">
            {t('withdraw.back')}
          </Button>
        ) : (
          mayAdd && (
            <Button variant="contained" component={RouterLink} to={`${METHODS_PATH}?new`}>
              {t('methods.add')}
            </Button>
          )
        )
      }
    />,
  );
}

function NothingThere() {
  const mayConvert = useMay('merchant_manualConversion_run');
  return inCard(
    <EmptyState
      art={<CoinsArt />}
      title={t('withdraw.nothing.title')}
      text={t(mayConvert ? 'withdraw.nothing.text' : 'withdraw.nothing.paid')}
      actions={
        <>
          <CreateInvoiceButton />
          {mayConvert && (
            <Button component={RouterLink} to="/balance?tab=convert">
              {t('withdraw.convert')}
            </Button>
          )}
        </>
      }
    />,
  );
}

function inCard(content: ReactNode) {
  return (
    <Card title={t('withdraw.title')} titleHidden>
      {content}
    </Card>
  );
}
