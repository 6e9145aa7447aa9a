import '../withdrawal-words.ts';
import type { SpaWithdrawal } from '../../../contract/withdrawals.ts';
import { RecordPage } from '../../components/record-page.tsx';
import { InProduction } from '../in-production.tsx';
import { WithdrawalStory } from './withdrawal-story.tsx';

/** `/withdrawals/details?id=…`: one withdrawal with its timeline; changes come by the live stream. */
export default function WithdrawalPage() {
  return (
    <RecordPage<SpaWithdrawal>
      resource="withdrawals"
      list={{ label: 'withdrawals.title', to: '/withdrawals' }}
      title="withdrawal.title"
      loading="withdrawal.loading"
      failed="withdrawal.failed"
      Around={InProduction}
    >
      {(withdrawal) => <WithdrawalStory withdrawal={withdrawal} />}
    </RecordPage>
  );
}
