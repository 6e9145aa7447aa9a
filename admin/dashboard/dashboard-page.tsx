import { styled } from '@mui/material/styles';
import { lazy, Suspense } from 'react';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { formatFullDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { DecisionsCard } from './decisions-card.tsx';
import { FiguresLoading } from './figures-loading.tsx';
import { GoLiveCard } from './go-live-card.tsx';
import { LatestCard } from './latest-card.tsx';
import { useBeginning } from './use-beginning.ts';

// Charts are large, and the rest of the page does not need them.
const FigureRow = lazy(() => import('./figures/figure-row.tsx'));
const MainFigures = lazy(() => import('./figures/main.tsx'));
const AsideFigures = lazy(() => import('./figures/aside.tsx'));

const rowLoading = <FiguresLoading cards={['row']} />;
const mainLoading = <FiguresLoading cards={['balance', 'revenue']} />;
const asideLoading = <FiguresLoading cards={['allocation', 'operations', 'payers']} />;

/** Decisions come first on a phone; on a desk they are at the top of the second column. */
const Parts = styled(Split)(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    gridTemplateAreas: '"main decide" "main aside"',
    gridTemplateRows: 'auto 1fr',
    '& > :nth-of-type(1)': { gridArea: 'decide' },
    '& > :nth-of-type(2)': { gridArea: 'main' },
    '& > :nth-of-type(3)': { gridArea: 'aside' },
  },
}));

/**
 * `/dashboard`: the way to production while that is closed; the figures of today; the invoices to decide on; balance
 * and revenue over time, what they consist of, and the latest invoices. Without any history there are no figures.
 */
export default function DashboardPage() {
  const user = useStore(session);
  const beginning = useBeginning();
  return (
    <Page>
      <PageHead title={t('dashboard.title')} sub={formatFullDay(new Date())} actions={<CreateInvoiceButton icon />} />
      {user && !user.merchant.can_production_activate && <GoLiveCard user={user} />}
      {/* Nothing is below the decisions before it is known how many there are: it would move. */}
      {beginning === 'unknown' ? mainLoading : <Content hasFigures={beginning === 'something'} />}
    </Page>
  );
}

function Content({ hasFigures }: { hasFigures: boolean }) {
  return (
    <>
      {hasFigures && (
        <Suspense fallback={rowLoading}>
          <FigureRow />
        </Suspense>
      )}
      <Parts>
        <div>
          <DecisionsCard />
        </div>
        <Column>
          {hasFigures && (
            <Suspense fallback={mainLoading}>
              <MainFigures />
            </Suspense>
          )}
          <LatestCard />
        </Column>
        <Column>
          {hasFigures && (
            <Suspense fallback={asideLoading}>
              <AsideFigures />
            </Suspense>
          )}
        </Column>
      </Parts>
    </>
  );
}
