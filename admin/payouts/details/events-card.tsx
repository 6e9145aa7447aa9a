import type { SpaPayout } from '../../../contract/payouts.ts';
import { Card } from '../../components/card.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { t, translateOr } from '../../i18n/translate.ts';
import { payoutAppearance } from '../payout-status.ts';

/** The payout's events, newest first. */
export function EventsCard({ payout: { timeline } }: { payout: SpaPayout }) {
  const items = timeline
    .map(({ at, status, reason }, index) => ({
      key: `${index}`,
      at,
      ...payoutAppearance[status],
      title: t(`payout.became.${status}`),
      detail: reason === null ? '' : translateOr(`payout.reason.${reason}`, ''),
    }))
    .reverse();
  if (items.length === 0) return null;
  return (
    <Card title={t('payout.events')}>
      <Timeline items={items} />
    </Card>
  );
}
