import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { Card } from '../../components/card.tsx';
import { CardList } from '../../components/card-list.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { EventAmount, EventLink } from '../../history/event.tsx';
import { clipMiddle, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useLatestEvents } from './use-figures.ts';

/** Statuses in which nothing was paid, or nothing has left yet. */
const WITHOUT_MONEY: ReadonlySet<string> = new Set(['new', 'pending', 'expired', 'canceled', 'validated', 'not_valid']);

/** The latest events of money, one per object. This is the last card, so that its length does not move other cards. */
export function EventsCard() {
  const { data: events = [], error, isPending, refetch } = useLatestEvents();
  const data = events.filter(({ type }) => !WITHOUT_MONEY.has(type.slice(type.indexOf('.') + 1)));
  // The figures of the other cards begin with the first event.
  if (!isPending && !error && data.length === 0) return null;
  return (
    <Card title={t('figures.latest')} aside={<AllEvents />} ruled>
      {body()}
    </Card>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('events.loading')} rows={8} />;
    if (error) return <ListError title={t('events.error')} error={error} onRetry={() => void refetch()} />;
    return (
      <CardList
        label={t('figures.latest')}
        items={data.map((row) => ({
          key: row.id,
          primary: <EventLink row={row} />,
          value: <EventAmount row={row} />,
          meta: [row.reference ?? clipMiddle(row.entity_id), formatMoment(row.at)].join(', '),
        }))}
      />
    );
  }
}

function AllEvents() {
  return (
    <Link component={RouterLink} to="/history?tab=events" variant="caption">
      {t('figures.latest.all')}
    </Link>
  );
}
