import './deposit-words.ts';
import { useGetOne } from 'react-admin';
import { Navigate, useSearchParams } from 'react-router';
import type { SpaDeposit } from '../../contract/deposits.ts';
import { Card } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { t } from '../i18n/translate.ts';
import { DEPOSITS_PATH } from './deposit-paths.ts';
import { DepositStory } from './deposit-story.tsx';

/** `/balance?tab=deposits&id=…`: the whole story of one deposit; changes come by the live stream. */
export default function DepositPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  // Rows of lists are kept as single records, too, but are not the whole story: this one is kept apart.
  const { data, error, isPending, refetch } = useGetOne<SpaDeposit>(
    'deposits',
    { id, meta: { story: true } },
    { enabled: id !== '' },
  );
  if (id === '') return <Navigate to={DEPOSITS_PATH} replace />;
  if (data) return <DepositStory deposit={data} />;
  return (
    <Page>
      <PageHead
        title={t('deposit.title')}
        crumbs={[{ label: t('deposits.title'), to: DEPOSITS_PATH }, { label: t('deposit.title') }]}
      />
      <Card title={t('deposit.title')} titleHidden>
        {isPending ? (
          <ListLoading label={t('deposit.loading')} rows={6} />
        ) : (
          <ListError title={t('deposit.failed')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Page>
  );
}
