import '../request-words.ts';
import type { SpaPaymentRequest } from '../../../contract/payment-requests.ts';
import { RecordPage } from '../../components/record-page.tsx';
import { REQUESTS_PATH } from '../request-path.ts';
import { RequestStory } from './request-story.tsx';

/** The live stream has no events of requests, so one that can still be paid is read again. */
const READ_AGAIN_MS = 15_000;

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
