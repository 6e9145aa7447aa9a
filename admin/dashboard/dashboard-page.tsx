import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { formatFullDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { BalancesCard } from './balances-card.tsx';
import { DecisionsCard } from './decisions-card.tsx';
import { GoLiveCard } from './go-live-card.tsx';
import { LatestCard } from './latest-card.tsx';

/**
 * `/dashboard`: the way to production while that is closed; the latest invoices, those to decide on, and the balances.
 */
export default function DashboardPage() {
  const user = useStore(session);
  return (
    <Page>
      <PageHead title={t('dashboard.title')} sub={formatFullDay(new Date())} actions={<CreateInvoiceButton icon />} />
      {user && !user.merchant.can_production_activate && <GoLiveCard user={user} />}
      <Split>
        <LatestCard />
        <Column>
          <DecisionsCard />
          <BalancesCard />
        </Column>
      </Split>
    </Page>
  );
}
