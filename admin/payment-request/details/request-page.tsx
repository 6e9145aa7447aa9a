import '../request-words.ts';
import type { SpaPaymentRequest } from '../../../contract/payment-requests.ts';
import { RecordPage } from '../../components/record-page.tsx';
import { REQUESTS_PATH } from '../request-path.ts';
import { RequestStory } from './request-story.tsx';

/** The live stream reports payments as events of the invoice; that a request expires is seen by reading it again. */
const READ_AGAIN_MS = 60_000;

/** `/payment-request/details?id=…`: one payment request, its emails and its invoice. */
export default function RequestPage() {
  return (
    <RecordPage<SpaPaymentRequest>
      resource="payment-requests"
      list={{ label: 'paymentRequests.title', to: REQUESTS_PATH }}
      title="paymentRequest.title"
      loading="paymentRequest.loading"
      failed="paymentRequest.error"
      rowIsWhole
      everyMs={({ status }) => (status === 'sent' || status === 'paying') && READ_AGAIN_MS}
    >
      {(request) => <RequestStory request={request} />}
    </RecordPage>
  );
}
