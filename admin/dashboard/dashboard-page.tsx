import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { formatFullDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { BalancesCard } from './balances-card.tsx';
import { DecisionsCard } from './decisions-card.tsx';
import { LatestCard } from './latest-card.tsx';

/** `/dashboard`: what came in last, what waits for the merchant, and what is there. */
export default function DashboardPage() {
  return (
    <Page>
      <PageHead title={t('dashboard.title')} sub={formatFullDay(new Date())} actions={<CreateInvoiceButton icon />} />
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
