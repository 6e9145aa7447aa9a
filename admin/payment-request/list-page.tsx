import './request-words.ts';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { SpaPaymentRequest } from '../../contract/payment-requests.ts';
import { REQUEST_STATUSES, type RequestStatus } from '../../domain/payment-requests/status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { May } from '../components/may.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { t } from '../i18n/translate.ts';
import { choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { Icon } from '../look/icon.tsx';
import { NEW_REQUEST_PATH, requestPath } from './request-path.ts';
import { columns, toCard } from './request-rows.tsx';

const FILTERS = [
  searchFilter({ label: 'paymentRequests.search', hint: 'paymentRequests.searchHint' }),
  dateFilter(),
  choicesFilter({
    name: 'status',
    label: 'history.filter.status',
    all: REQUEST_STATUSES,
    wordOf: (status: RequestStatus) => t(`paymentRequest.status.${status}`),
  }),
];

/** `/payment-request`: what was requested by email, and whether it was paid. */
export default function PaymentRequestsPage() {
  return (
    <Page>
      <PageHead
        title={t('paymentRequests.title')}
        actions={
          <>
            <CreateInvoiceButton main={false} />
            <NewRequestButton icon />
          </>
        }
      />
      <ResourceList<SpaPaymentRequest>
        resource="payment-requests"
        words="paymentRequests"
        sort={AS_THE_API}
        everyMs={15_000}
        filters={FILTERS}
        columns={columns()}
        card={toCard}
        path={({ id }) => requestPath(id)}
        empty={
          <EmptyState
            art={<ReceiptArt />}
            title={t('paymentRequests.empty.title')}
            text={t('paymentRequests.empty.text')}
            actions={<NewRequestButton />}
          />
        }
      />
    </Page>
  );
}

function NewRequestButton({ icon = false }: { icon?: boolean }) {
  return (
    <May permission="merchant_invoice_create">
      <Button
        variant="contained"
        component={RouterLink}
        to={NEW_REQUEST_PATH}
        startIcon={icon ? <Icon name="plusCircle" /> : undefined}
      >
        {t('paymentRequests.new')}
      </Button>
    </May>
  );
}
