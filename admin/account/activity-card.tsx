import type { Activity } from '../../contract/account.ts';
import { formatMoment } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { LogCard } from '../list/log-card.tsx';

/** Spec §9. */
const PER_PAGE = 4;

/** The account's activity log, four entries per page: event, user, time and place (spec §7). */
export function ActivityCard() {
  return (
    <LogCard<Activity>
      resource="merchant/activities"
      perPage={PER_PAGE}
      title={t('activity.title')}
      loading={t('activity.loading')}
      failed={t('activity.failed')}
      none={t('activity.none')}
      entry={(activity) => <Entry key={activity.id} activity={activity} />}
    />
  );
}

function Entry({ activity }: { activity: Activity }) {
  const { action, user_name, created_at, browser, ip, location } = activity;
  const by = user_name && t('activity.by', { name: user_name });
  return (
    <li>
      <div>
        <strong>{translateOr(`activity.${action}`, action.replaceAll('_', ' '))}</strong>
        <small>{[formatMoment(created_at), by].filter(Boolean).join(' · ')}</small>
        <small>{[browser, ip, location].filter(Boolean).join(' · ')}</small>
      </div>
    </li>
  );
}
