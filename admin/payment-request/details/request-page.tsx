import '../request-words.ts';
import { useGetOne } from 'react-admin';
import { Navigate, useSearchParams } from 'react-router';
import type { PaymentRequest } from '../../../contract/payment-requests.ts';
import { Card } from '../../components/card.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../i18n/translate.ts';
import { REQUESTS_PATH } from '../request-path.ts';
import { RequestStory } from './request-story.tsx';

/** The live stream has no events of requests, so one that can still be paid is read again. */
const READ_AGAIN_MS = 15_000;

/** `/payment-request/details?id=…`: one payment request, its emails and its invoice. */
export default function RequestPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { data, error, isPending, refetch } = useGetOne<PaymentRequest>(
    'payment-requests',
    { id },
    {
      enabled: id !== '',
      refetchInterval: ({ state }) =>
        state.data?.status === 'sent' || state.data?.status === 'paying' ? READ_AGAIN_MS : false,
    },
  );
  if (id === '') return <Navigate to={REQUESTS_PATH} replace />;
  if (data) return <RequestStory request={data} />;
  const title = t('paymentRequest.title');
  return (
    <Page>
      <PageHead title={title} crumbs={[{ label: t('paymentRequests.title'), to: REQUESTS_PATH }, { label: title }]} />
      <Card title={title} titleHidden>
        {isPending ? (
          <ListLoading label={t('paymentRequest.loading')} rows={6} />
        ) : (
          <ListError title={t('paymentRequest.error')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Page>
  );
}
