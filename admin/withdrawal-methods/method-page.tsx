import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { TwoFaBody } from '../../api/contract/account.ts';
import type { PaymentMethod } from '../../api/contract/payment-methods.ts';
import { Card, CardBody } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { TwoFaDialog } from '../components/two-fa-dialog.tsx';
import { useProvider } from '../data/data-provider.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Fields } from '../integration/parts.tsx';
import { SwitchMethod } from '../payout-methods/method-actions.tsx';
import { useMethod, useMethodRefresh } from '../payout-methods/method-calls.ts';
import { coolOffWords, MethodStatusChip } from '../payout-methods/method-status.tsx';
import { InProduction } from '../withdrawals/in-production.tsx';
import { METHODS_PATH, methodPath } from '../withdrawals/withdrawal-paths.ts';
import { MethodForm } from './method-form-card.tsx';

/** One method: new, or changed, paused and deleted. */
export default function MethodPage({ id }: { id: string | null }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const refresh = useMethodRefresh();
  const { data, error, isPending, refetch } = useMethod(id);
  const title = data?.title ?? t(id === null ? 'methods.add' : 'withdrawalMethod.one');
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
          { label: t('withdrawals.title'), to: '/withdrawals' },
          { label: t('withdrawals.methods'), to: METHODS_PATH },
          { label: title },
        ]}
        beside={data && <MethodStatusChip status={data.status} />}
        sub={data ? coolOffWords(data) : id === null ? t('withdrawalMethod.addLead') : undefined}
      />
      <InProduction>{body()}</InProduction>
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

/** Pausing, resuming and deleting; the last one takes a 2FA code (spec §5). */
function MethodActions({ method }: { method: PaymentMethod }) {
  const [isDeleting, setDeleting] = useState(false);
  const { actions, automatic } = method;
  if (!actions.activate && !actions.pause && !actions.delete) return null;
  return (
    <Card title={t('method.use')}>
      <CardBody>
        <Fields>
          <Typography sx={{ color: 'text.secondary' }}>
            {t(automatic ? 'withdrawalMethod.useAutomatic' : 'withdrawalMethod.useManual')}
          </Typography>
          <Actions>
            <SwitchMethod method={method} />
            {actions.delete && (
              <Button color="error" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
                {t('method.delete')}
              </Button>
            )}
          </Actions>
        </Fields>
      </CardBody>
      {isDeleting && <DeleteMethod method={method} onClose={() => setDeleting(false)} />}
    </Card>
  );
}

function DeleteMethod({ method: { id, title }, onClose }: { method: PaymentMethod; onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useMethodRefresh();
  const navigate = useNavigate();
  const send = async (factor: TwoFaBody) => {
    await provider.deleteMethod(id, factor);
    notify(t('method.deleted'), { type: 'success' });
    await navigate(METHODS_PATH);
    await refresh();
  };
  return (
    <TwoFaDialog
      title={t('method.deleteTitle', { title })}
      text={t('withdrawalMethod.deleteText')}
      send={send}
      onClose={onClose}
    />
  );
}

function MethodFacts({ method }: { method: PaymentMethod }) {
  const { created_by, created_at, updated_at, status_reason, next_run_at, last_run } = method;
  return (
    <Card title={t('methods.facts')}>
      <Facts
        facts={[
          { label: t('method.reason'), value: status_reason },
          { label: t('scheduled.next'), value: next_run_at && formatMoment(next_run_at) },
          { label: t('scheduled.last'), value: last_run?.words },
          { label: t('method.addedBy'), value: created_by },
          { label: t('method.addedAt'), value: formatMoment(created_at) },
          { label: t('method.changedAt'), value: formatMoment(updated_at) },
        ]}
      />
    </Card>
  );
}
