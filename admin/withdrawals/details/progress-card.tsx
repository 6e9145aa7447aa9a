import type { SpaWithdrawal } from '../../../contract/withdrawals.ts';
import { Card } from '../../components/card.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { t } from '../../i18n/translate.ts';
import { StepList } from '../../payouts/details/path-card.tsx';
import { payoutAppearance } from '../../payouts/payout-status.ts';
import { progressOf, withdrawalReason } from './progress.ts';

/** How far it is, and under it everything that happened, newest first. */
export function ProgressCard({ withdrawal }: { withdrawal: SpaWithdrawal }) {
  const items = withdrawal.timeline
    .map(({ at, status, reason }, index) => ({
      key: `${index}`,
      at,
      ...payoutAppearance[status],
      title: t(`withdrawal.became.${status}`),
      detail: withdrawalReason({ status_reason: reason as SpaWithdrawal['status_reason'], status_words: null }),
    }))
    .reverse();
  return (
    <>
      <Card title={t('withdrawal.progress')}>
        <StepList steps={progressOf(withdrawal)} />
      </Card>
      {items.length > 0 && (
        <Card title={t('withdrawal.events')}>
          <Timeline items={items} />
        </Card>
      )}
    </>
  );
}
