import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { SessionView } from '../../contract/account.ts';
import { Card, CardFoot } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { LogList } from '../components/log-list.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { useAct } from '../components/use-act.ts';
import { useProvider } from '../data/use-provider.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { CHANGED_BY_ACCOUNT } from './account-calls.ts';

/** The browsers that are signed in, this one first, and the way to sign each of them out. */
export function SessionsCard() {
  const provider = useProvider();
  const { data, error, refetch } = useQuery({ queryKey: ['account', 'sessions'], queryFn: () => provider.sessions() });
  const end = useAct((calls, id: string | null) => (id === null ? calls.endOtherSessions() : calls.endSession(id)), {
    stale: CHANGED_BY_ACCOUNT,
    done: ({ ended }) => t('sessions.ended', { smart_count: ended }),
  });
  const sessions = [...(data ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <Card title={t('sessions.title')}>
      {data && (
        <LogList>
          {sessions.map((each) => (
            <SessionRow key={each.id} session={each} busy={end.isPending} onEnd={() => end.mutate(each.id)} />
          ))}
        </LogList>
      )}
      {!data && error && <ListError title={t('sessions.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListLoading label={t('sessions.loading')} rows={3} />}
      {data && (
        <CardFoot>
          {data.length > 1 ? (
            <Button disabled={end.isPending} onClick={() => end.mutate(null)}>
              {t('sessions.endOthers')}
            </Button>
          ) : (
            <Typography sx={{ color: 'text.secondary' }}>{t('sessions.alone')}</Typography>
          )}
        </CardFoot>
      )}
    </Card>
  );
}

interface SessionRowProps {
  session: SessionView;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { browser, ip, location, created_at, last_seen_at, current } = session;
  const name = browser ?? t('sessions.unknown');
  const seen = formatMoment(last_seen_at);
  const times = [t('sessions.seen', { time: seen }), t('sessions.since', { time: formatMoment(created_at) })];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <small>{[ip, location].filter(Boolean).join(' · ')}</small>
        <small>{times.join(' · ')}</small>
      </div>
      {current ? (
        <ToneChip tone="success" icon="checkCircle">
          {t('sessions.current')}
        </ToneChip>
      ) : (
        <Button size="small" disabled={busy} aria-label={t('sessions.endOf', { name, time: seen })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
