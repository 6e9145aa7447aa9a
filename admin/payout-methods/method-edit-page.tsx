import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { PaymentMethod } from '../../api/contract/payment-methods.ts';
import { Card } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { MethodActions } from './method-actions.tsx';
import { useMethod, useMethodRefresh } from './method-calls.ts';
import { MethodForm } from './method-form-card.tsx';
import { methodPath } from './method-path.tsx';
import { coolOffWords, MethodStatusChip } from './method-status.tsx';

/** One method: new, or changed, paused and deleted. */
export default function MethodEditPage({ id }: { id: string | null }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const refresh = useMethodRefresh();
  const { data, error, isPending, refetch } = useMethod(id);
  const title = data?.title ?? t(id === null ? 'methods.add' : 'methods.one');
  const onSaved = async (saved: PaymentMethod) => {
    notify(t('method.saved'), { type: 'success' });
    await refresh(saved);
    await navigate(methodPath(saved.id), { replace: true });
  };
  return (
    <Page {...(id === null ? { sx: { maxWidth: 640 } } : {})}>
      <PageHead
        title={title}
        crumbs={[
          { label: t('payouts.title'), to: '/payouts' },
          { label: t('methods.title'), to: '/payouts/method' },
          { label: title },
        ]}
        beside={data && <MethodStatusChip status={data.status} />}
        sub={data ? coolOffWords(data) : id === null ? t('methods.addLead') : undefined}
      />
      {body()}
    </Page>
  );

  function body(): ReactNode {
    if (id === null) return <MethodForm onSaved={onSaved} />;
    if (isPending) return <ListLoading label={t('methods.loading')} rows={4} />;
    if (error) return <ListError title={t('methods.error')} error={error} onRetry={() => void refetch()} />;
    return (
      <Split>
        <MethodForm key={data.version} method={data} onSaved={onSaved} />
        <Column>
          <MethodActions method={data} />
          <MethodFacts method={data} />
        </Column>
      </Split>
    );
  }
}

function MethodFacts({ method }: { method: PaymentMethod }) {
  const { created_by, created_at, updated_at, status_reason, usable_from } = method;
  return (
    <Card title={t('methods.facts')}>
      <Facts
        facts={[
          { label: t('method.reason'), value: status_reason },
          {
            label: t('method.usable'),
            value: coolOffWords(method) ?? (usable_from && t('method.usableNow')),
          },
          { label: t('method.addedBy'), value: created_by },
          { label: t('method.addedAt'), value: formatMoment(created_at) },
          { label: t('method.changedAt'), value: formatMoment(updated_at) },
        ]}
      />
    </Card>
  );
}
