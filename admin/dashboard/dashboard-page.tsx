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
const MainFigures = lazy(() => import('./figures/main.tsx'));
const AsideFigures = lazy(() => import('./figures/aside.tsx'));

const mainLoading = <FiguresLoading cards={['balance', 'revenue', 'operations']} />;
const asideLoading = <FiguresLoading cards={['allocation', 'payers']} />;

/**
 * `/dashboard`: the way to production while that is closed; the balance, what it consists of and where it came from;
 * the invoices to decide on, and the latest ones. Without any history there are no figures.
 */
export default function DashboardPage() {
  const user = useStore(session);
  const beginning = useBeginning();
  return (
    <Page>
      <PageHead title={t('dashboard.title')} sub={formatFullDay(new Date())} actions={<CreateInvoiceButton icon />} />
      {user && !user.merchant.can_production_activate && <GoLiveCard user={user} />}
      <Split>
        <Column>
          {beginning === 'something' && (
            <Suspense fallback={mainLoading}>
              <MainFigures />
            </Suspense>
          )}
          {beginning === 'unknown' ? mainLoading : <LatestCard />}
        </Column>
        <Column>
          <DecisionsCard />
          {beginning === 'something' && (
            <Suspense fallback={asideLoading}>
              <AsideFigures />
            </Suspense>
          )}
        </Column>
      </Split>
    </Page>
  );
}
