import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Activity } from '../../api/contract/account.ts';
import { Card, CardBody, CardFoot } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { ACTIVITIES_PER_PAGE, accountCalls } from './account-calls.ts';
import { LogList } from './log-list.tsx';

const Pages = styled('nav')({ display: 'flex', gap: 4, marginLeft: 'auto' });
const Range = styled('span')(({ theme }) => ({
  fontSize: 13,
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

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
      {data && data.pagination.total > ACTIVITIES_PER_PAGE && (
        <Turn page={page} total={data.pagination.total} onPage={setPage} />
      )}
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

function Turn({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last = Math.ceil(total / ACTIVITIES_PER_PAGE);
  const from = (page - 1) * ACTIVITIES_PER_PAGE + 1;
  return (
    <CardFoot>
      <Range role="status">{t('list.range', { from, to: Math.min(total, page * ACTIVITIES_PER_PAGE), total })}</Range>
      <Pages aria-label={t('list.pages')}>
        <IconButton aria-label={t('activity.newer')} disabled={page === 1} onClick={() => onPage(page - 1)}>
          <Icon name="chevronLeft" />
        </IconButton>
        <IconButton aria-label={t('activity.older')} disabled={page === last} onClick={() => onPage(page + 1)}>
          <Icon name="chevronRight" />
        </IconButton>
      </Pages>
    </CardFoot>
  );
}
