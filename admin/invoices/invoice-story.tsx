import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { AskSupport } from '../components/ask-support.tsx';
import { VisuallyHidden } from '../components/card.tsx';
import { InvoiceStatusChip } from '../components/invoice-status-chip.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { DocumentLink } from '../documents/document-link.tsx';
import { formatClock, formatDay, formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { AmountsCard } from './amounts-card.tsx';
import { DecisionCard } from './decision-card.tsx';
import { EmulatePayment } from './emulate-payment.tsx';
import { FactsCard } from './facts-card.tsx';
import { invoiceName } from './invoice-name.ts';
import { LedgerCard } from './ledger-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const RefundsCard = lazy(() => import('../refunds/refunds-card.tsx'));

/** An invoice's timeline, its amounts and the actions it offers. */
export function InvoiceStory({ invoice }: { invoice: SpaInvoice }) {
  const name = invoiceName(invoice);
  return (
    <Page>
      <PageHead
        title={formatFiat(invoice.total, invoice.currency)}
        tabTitle={t('invoice.title', { name })}
        crumbs={[{ label: t('nav.history'), to: '/history' }, { label: name }]}
        beside={
          <span role="status">
            <InvoiceStatusChip status={invoice.status} detail={confirmationDetail(invoice)} />
          </span>
        }
        sub={t('invoice.sub', { name, date: formatDay(invoice.created_at), time: formatClock(invoice.created_at) })}
        actions={
          <>
            {invoice.paid && <DocumentLink path={`invoices/${invoice.id}/invoice.pdf`} label={t('invoice.pdf')} />}
            {invoice.paid && <DocumentLink path={`invoices/${invoice.id}/receipt.pdf`} label={t('invoice.receipt')} />}
            <Button href={invoice.checkout_url} target="_blank" rel="noreferrer" startIcon={<Icon name="external" />}>
              {t('invoice.openPage')}
              <VisuallyHidden> {t('invoice.newTab')}</VisuallyHidden>
            </Button>
          </>
        }
      />
      <DecisionCard invoice={invoice} />
      {isRefundUnderWay(invoice) && <Refunds invoice={invoice} />}
      <Split>
        <Column>
          <AmountsCard invoice={invoice} />
          <TimelineCard invoice={invoice} />
          {invoice.actions.refund && !isRefundUnderWay(invoice) && <Refunds invoice={invoice} />}
          <LedgerCard ledger={invoice.ledger} />
          <WebhooksCard invoice={invoice} />
        </Column>
        <Column>
          {canEmulate(invoice) && <EmulatePayment invoice={invoice} />}
          <FactsCard invoice={invoice} />
          <AskSupport about="invoice" id={invoice.id} />
        </Column>
      </Split>
    </Page>
  );
}

/** The room of refunds comes along only where there is something to give back, or was. */
function Refunds({ invoice }: { invoice: SpaInvoice }) {
  return (
    <Suspense fallback={null}>
      <RefundsCard invoice={invoice} />
    </Suspense>
  );
}

/** It is news then; as a possibility it comes after what happened. */
function isRefundUnderWay({ refunds, refund_request }: SpaInvoice): boolean {
  return refunds.length > 0 || refund_request?.status === 'open';
}

/** Before an asset is chosen the card says what to do first. */
function canEmulate({ actions, mode, gate_id, status }: SpaInvoice): boolean {
  return actions.emulate || (mode === 'sandbox' && gate_id === null && status === 'new');
}

function confirmationDetail({ status, confirmations: { current, required } }: SpaInvoice): string | null {
  return status === 'confirming' && required > 0 ? t('confirmations.of', { current, required }) : null;
}
