import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { RecordPage } from '../components/record-page.tsx';
import { InvoiceStory } from './invoice-story.tsx';

/** `/history/details?id=…`: one invoice with its timeline, kept up to date by the live stream. */
export default function InvoicePage() {
  return (
    <RecordPage<SpaInvoice>
      resource="invoices"
      list={{ label: 'nav.history', to: '/history' }}
      loading="invoice.loading"
      failed="invoice.error"
    >
      {(invoice) => <InvoiceStory invoice={invoice} />}
    </RecordPage>
  );
}
