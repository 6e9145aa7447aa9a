import './deposit-words.ts';
import type { SpaDeposit } from '../../contract/deposits.ts';
import { RecordPage } from '../components/record-page.tsx';
import { DEPOSITS_PATH } from './deposit-paths.ts';
import { DepositStory } from './deposit-story.tsx';

/** `/balance?tab=deposits&id=…`: one deposit with its timeline; changes come by the live stream. */
export default function DepositPage() {
  return (
    <RecordPage<SpaDeposit>
      resource="deposits"
      list={{ label: 'deposits.title', to: DEPOSITS_PATH }}
      title="deposit.title"
      loading="deposit.loading"
      failed="deposit.failed"
    >
      {(deposit) => <DepositStory deposit={deposit} />}
    </RecordPage>
  );
}
