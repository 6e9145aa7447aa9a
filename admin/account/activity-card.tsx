import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Activity } from '../../api/contract/account.ts';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Turn } from '../components/turn.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { ACTIVITIES_PER_PAGE, accountCalls } from './account-calls.ts';
import { LogList } from './log-list.tsx';

/** What has happened to the account, four at a time (spec §7): what, by whom, when, and from where. */
export function ActivityCard() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'activities', page],
    queryFn: () => accountCalls.activities(page),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={t('activity.title')}>
      {data && (data.pagination.total === 0 ? <CardBody>{t('activity.none')}</CardBody> : <Entries rows={data.data} />)}
      {!data && error && <ListError title={t('activity.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListLoading label={t('activity.loading')} rows={ACTIVITIES_PER_PAGE} />}
      {data && <Turn page={page} perPage={ACTIVITIES_PER_PAGE} total={data.pagination.total} onPage={setPage} />}
    </Card>
  );
}

function Entries({ rows }: { rows: readonly Activity[] }) {
  return (
    <LogList>
      {rows.map(({ id, action, user_name, created_at, browser, ip, location }) => (
        <li key={id}>
          <div>
            <strong>{translateOr(`activity.${action}`, action.replaceAll('_', ' '))}</strong>
            <small>
              {[formatMoment(created_at), user_name && t('activity.by', { name: user_name })]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <small>{[browser, ip, location].filter(Boolean).join(' · ')}</small>
          </div>
        </li>
      ))}
    </LogList>
  );
}
