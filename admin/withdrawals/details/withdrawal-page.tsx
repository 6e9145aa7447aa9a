import '../withdrawal-words.ts';
import { useGetOne } from 'react-admin';
import { Navigate, useSearchParams } from 'react-router';
import type { SpaWithdrawal } from '../../../contract/withdrawals.ts';
import { Card } from '../../components/card.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../i18n/translate.ts';
import { InProduction } from '../in-production.tsx';
import { WithdrawalStory } from './withdrawal-story.tsx';

/** `/withdrawals/details?id=…`: the whole story of one withdrawal; changes come by the live stream. */
export default function WithdrawalPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  // Rows of lists are kept as single records, too, but are not the whole story: this one is kept apart.
  const { data, error, isPending, refetch } = useGetOne<SpaWithdrawal>(
    'withdrawals',
    { id, meta: { story: true } },
    { enabled: id !== '' },
  );
  if (id === '') return <Navigate to="/withdrawals" replace />;
  if (data) return <WithdrawalStory withdrawal={data} />;
  return (
    <Page>
      <PageHead
        title={t('withdrawal.title')}
        crumbs={[{ label: t('withdrawals.title'), to: '/withdrawals' }, { label: t('withdrawal.title') }]}
      />
      <InProduction>
        <Card title={t('withdrawal.title')} titleHidden>
          {isPending ? (
            <ListLoading label={t('withdrawal.loading')} rows={6} />
          ) : (
            <ListError title={t('withdrawal.failed')} error={error} onRetry={() => void refetch()} />
          )}
        </Card>
      </InProduction>
    </Page>
  );
}
