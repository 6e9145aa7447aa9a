import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { formatFullDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { BalancesCard } from './balances-card.tsx';
import { DecisionsCard } from './decisions-card.tsx';
import { LatestCard } from './latest-card.tsx';

/** `/dashboard`: what came in last, what waits for the merchant, and what is there. */
export default function DashboardPage() {
  return (
    <Page>
      <PageHead
        title={t('dashboard.title')}
        sub={formatFullDay(new Date())}
        actions={
          <Button
            variant="contained"
            component={RouterLink}
            to="/payment-request/create-invoice"
            startIcon={<Icon name="request" />}
          >
            {t('dashboard.new')}
          </Button>
        }
      />
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
