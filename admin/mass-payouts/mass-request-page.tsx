import './mass-words.ts';
import type { ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { SpaMassPayout } from '../../contract/mass-payouts.ts';
import { Card } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { t } from '../i18n/translate.ts';
import { MassActions } from './mass-actions.tsx';
import { MassStatusChip, massName } from './mass-status.tsx';
import { ProgressStep } from './progress-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { UploadStep } from './upload-step.tsx';

const crumbs = () => [
  { label: t('payouts.title'), to: '/payouts' },
  { label: t('mass.title'), to: '/payouts?tab=mass' },
];

/** `/payouts/mass-request-payout`: from the file to its last payment; `?id=` names one that was uploaded. */
export default function MassRequestPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id !== null && id !== '') return <OneMassPayout key={id} id={id} />;
  return (
    <Page>
      <PageHead title={t('mass.request')} crumbs={[...crumbs(), { label: t('mass.request') }]} />
      <UploadStep />
    </Page>
  );
}

function OneMassPayout({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useGetOne<SpaMassPayout>('mass-payouts', { id });
  if (data) {
    return (
      <Page>
        <PageHead
          title={massName(data)}
          crumbs={[...crumbs(), { label: massName(data) }]}
          beside={<MassStatusChip status={data.status} />}
          actions={<MassActions mass={data} />}
        />
        {stepOf(data)}
      </Page>
    );
  }
  return (
    <Page>
      <PageHead title={t('mass.request')} crumbs={crumbs()} />
      <Card title={t('mass.request')} titleHidden>
        {isPending ? (
          <ListLoading label={t('mass.one.loading')} rows={6} />
        ) : (
          <ListError title={t('mass.one.error')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Page>
  );
}

function stepOf(mass: SpaMassPayout): ReactNode {
  const isReviewed = mass.status === 'validated' || mass.status === 'not_valid' || mass.status === 'new';
  return isReviewed ? <ReviewStep mass={mass} /> : <ProgressStep mass={mass} />;
}
