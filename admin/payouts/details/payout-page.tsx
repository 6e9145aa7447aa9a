import '../payout-words.ts';
import { useGetOne } from 'react-admin';
import { Navigate, useSearchParams } from 'react-router';
import type { SpaPayout } from '../../../contract/payouts.ts';
import { Card } from '../../components/card.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { t } from '../../i18n/translate.ts';
import { isMoving } from '../payout-status.ts';
import { PayoutStory } from './payout-story.tsx';

/**
 * Changes are told by the live stream; blocks that only add a confirmation are not, so a payout under way is also
 * looked at.
 */
const LOOK_MS = 4000;

/** `/payouts/details?id=…`: the whole story of one payout, kept true while it is read. */
export default function PayoutPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { data, error, isPending, refetch } = useGetOne<SpaPayout>(
    'payouts',
    // react-admin fills its cache of single records from lists; a row is not the whole story, so this one is kept
    // apart.
    { id, meta: { story: true } },
    {
      enabled: id !== '',
      refetchInterval: ({ state }) => (state.data && isMoving(state.data.status) ? LOOK_MS : false),
    },
  );
  if (id === '') return <Navigate to="/payouts" replace />;
  if (data) return <PayoutStory payout={data} />;
  return (
    <Page>
      <PageHead title={t('payouts.title')} crumbs={[{ label: t('payouts.title'), to: '/payouts' }]} />
      <Card title={t('payouts.title')} titleHidden>
        {isPending ? (
          <ListLoading label={t('payout.loading')} rows={6} />
        ) : (
          <ListError title={t('payout.failed')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Page>
  );
}
