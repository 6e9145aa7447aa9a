import './request-words.ts';
import { type ReactNode, useEffect } from 'react';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { FormPage } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { globalError } from '../data/global-error.ts';
import { useMay } from '../data/use-may.ts';
import { t } from '../i18n/translate.ts';
import { useProfile } from '../integration/use-integration.ts';
import { NewRequestForm } from './new-request-form.tsx';
import { REQUESTS_PATH } from './request-path.ts';

/** `/payment-request/create-invoice` (spec §2): what is to be paid, and by whom. */
export default function NewRequestPage() {
  const profile = useProfile();
  const may = useMay('merchant_invoice_create');
  // The page is what its call would be: forbidden, and nothing to fill in first.
  useEffect(() => {
    if (!may) globalError.set(403);
  }, [may]);
  const title = t('paymentRequests.new');
  return (
    <FormPage>
      <PageHead
        title={title}
        crumbs={[{ label: t('paymentRequests.title'), to: REQUESTS_PATH }, { label: title }]}
        sub={t('newRequest.lead')}
      />
      <Card title={title} titleHidden>
        <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>{form()}</CardBody>
      </Card>
    </FormPage>
  );

  function form(): ReactNode {
    if (profile.data) return <NewRequestForm profile={profile.data} />;
    if (profile.isPending) return <ListLoading label={t('create.loading')} rows={6} />;
    return <ListError title={t('create.error')} error={profile.error} onRetry={() => void profile.refetch()} />;
  }
}
