import { Card } from '../components/card.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { TideGauge } from '../components/tide-gauge.tsx';
import { t } from '../i18n/translate.ts';

/** `/payment-request`: the list is not built yet; what works already is one click away. */
export default function PaymentRequestsPage() {
  return (
    <Page>
      <PageHead title={t('nav.paymentRequest')} />
      <Card title={t('soon.title')} titleHidden>
        <EmptyState
          art={<TideGauge mark="1001" />}
          title={t('soon.title')}
          text={t('soon.requests')}
          actions={<CreateInvoiceButton />}
        />
      </Card>
    </Page>
  );
}
