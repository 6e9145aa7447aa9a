import { useGetOne } from 'react-admin';
import { Navigate, useSearchParams } from 'react-router';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { Card } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { t } from '../i18n/translate.ts';
import { InvoiceStory } from './invoice-story.tsx';

/** `/history/details?id=…`: the whole story of one invoice, kept true while it is read. */
export default function InvoicePage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { data, error, isPending, refetch } = useGetOne<SpaInvoice>(
    'invoices',
    // react-admin fills its cache of single records from lists; a row is not the whole story, so this one is kept
    // apart.
    { id, meta: { story: true } },
    { enabled: id !== '' },
  );
  if (id === '') return <Navigate to="/history" replace />;
  if (data) return <InvoiceStory invoice={data} />;
  return (
    <Page>
      <PageHead title={t('nav.history')} crumbs={[{ label: t('nav.history'), to: '/history' }]} />
      <Card title={t('nav.history')} titleHidden>
        {isPending ? (
          <ListLoading label={t('invoice.loading')} rows={6} />
        ) : (
          <ListError title={t('invoice.error')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Page>
  );
}
