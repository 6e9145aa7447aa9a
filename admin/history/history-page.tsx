import Button from '@mui/material/Button';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { LinkTabs } from '../components/link-tabs.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useDecisionCount } from '../data/use-decision-count.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { InvoiceList } from './invoice-list.tsx';

/** `/history`: every invoice, and those that wait for a decision. */
export default function HistoryPage() {
  const [search] = useSearchParams();
  const tab = search.get('tab') === 'decide' ? 'decide' : 'all';
  const waiting = useDecisionCount();
  return (
    <Page>
      <PageHead
        title={t('history.title')}
        actions={
          <Button
            variant="contained"
            component={RouterLink}
            to="/payment-request/create-invoice"
            startIcon={<Icon name="request" />}
          >
            {t('history.create')}
          </Button>
        }
      />
      <LinkTabs
        label={t('history.title')}
        tabs={[
          { to: '/history', label: t('history.tab.all'), current: tab === 'all' },
          { to: '/history?tab=decide', label: t('history.tab.decide'), current: tab === 'decide', count: waiting },
        ]}
      />
      <InvoiceList key={tab} tab={tab} />
    </Page>
  );
}
