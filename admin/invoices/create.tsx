import { type ReactNode, useEffect, useState } from 'react';
import type { ShopInvoice } from '../../contract/spa-invoices.ts';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { FormPage } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { globalError } from '../data/global-error.ts';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { useProfile } from '../integration/use-integration.ts';
import { CreateInvoiceForm } from './create-invoice-form.tsx';
import { InvoiceCreated } from './invoice-created.tsx';

/** `/history/create-invoice`: an invoice by hand, and its link. */
export default function CreateInvoicePage() {
  const [created, setCreated] = useState<ShopInvoice | null>(null);
  const profile = useProfile();
  const may = useMay('merchant_invoice_create');
  // The page is what its call would be: forbidden, and nothing to fill in first.
  useEffect(() => {
    if (!may) globalError.set(403);
  }, [may]);
  const title = t(created ? 'create.done.title' : 'create.title');
  return (
    <FormPage>
      <PageHead
        title={title}
        crumbs={[{ label: t('nav.history'), to: '/history' }, { label: title }]}
        sub={created ? undefined : t('create.lead')}
      />
      <Card title={title} titleHidden>
        <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
          {created ? <InvoiceCreated invoice={created} onAnother={() => setCreated(null)} /> : form()}
        </CardBody>
      </Card>
    </FormPage>
  );

  function form(): ReactNode {
    if (profile.data) return <CreateInvoiceForm profile={profile.data} onCreated={setCreated} />;
    if (profile.isPending) return <ListLoading label={t('create.loading')} rows={5} />;
    return <ListError title={t('create.error')} error={profile.error} onRetry={() => void profile.refetch()} />;
  }
}
