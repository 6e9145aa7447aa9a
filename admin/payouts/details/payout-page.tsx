import '../payout-words.ts';
import type { SpaPayout } from '../../../contract/payouts.ts';
import { RecordPage } from '../../components/record-page.tsx';
import { isMoving } from '../payout-status.ts';
import { PayoutStory } from './payout-story.tsx';

/** The live stream does not report blocks that only add a confirmation, so a payout under way is also read again. */
const READ_AGAIN_MS = 4000;

/** `/payouts/details?id=…`: one payout with its timeline. */
export default function PayoutPage() {
  return (
    <RecordPage<SpaPayout>
      resource="payouts"
      list={{ label: 'payouts.title', to: '/payouts' }}
      loading="payout.loading"
      failed="payout.failed"
      everyMs={({ status }) => isMoving(status) && READ_AGAIN_MS}
    >
      {(payout) => <PayoutStory payout={payout} />}
    </RecordPage>
  );
}
