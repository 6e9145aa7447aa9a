import Button from '@mui/material/Button';
import { useState } from 'react';
import type { SpaPaymentRequest } from '../../../contract/payment-requests.ts';
import { VisuallyHidden } from '../../components/card.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useMay } from '../../data/use-may.ts';
import { formatClock, formatDay, formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { REQUESTS_PATH } from '../request-path.ts';
import { RequestStatusChip } from '../request-status-chip.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { EmailsCard } from './emails-card.tsx';
import { InvoiceCard } from './invoice-card.tsx';
import { RequestFacts } from './request-facts.tsx';

/** The state of a payment request, and what can be done about it. */
export function RequestStory({ request }: { request: SpaPaymentRequest }) {
  const { amount, currency, status, recipient_name: name, created_at, url, actions } = request;
  const [isCanceling, setCanceling] = useState(false);
  const mayAct = useMay('merchant_invoice_create');
  return (
    <Page>
      <PageHead
        title={formatFiat(amount, currency)}
        tabTitle={t('paymentRequest.tabTitle', { name })}
        crumbs={[{ label: t('paymentRequests.title'), to: REQUESTS_PATH }, { label: name }]}
        beside={
          <span role="status">
            <RequestStatusChip status={status} />
          </span>
        }
        sub={t('paymentRequest.sub', { name, date: formatDay(created_at), time: formatClock(created_at) })}
        actions={
          <>
            {mayAct && actions.cancel && (
              <Button aria-haspopup="dialog" onClick={() => setCanceling(true)}>
                {t('paymentRequest.cancel')}
              </Button>
            )}
            <Button href={url} target="_blank" rel="noreferrer" startIcon={<Icon name="external" />}>
              {t('paymentRequest.openPage')}
              <VisuallyHidden> {t('invoice.newTab')}</VisuallyHidden>
            </Button>
          </>
        }
      />
      <Split>
        <Column>
          <InvoiceCard request={request} />
          <EmailsCard request={request} />
        </Column>
        <RequestFacts request={request} />
      </Split>
      {isCanceling && <CancelDialog request={request} onClose={() => setCanceling(false)} />}
    </Page>
  );
}
