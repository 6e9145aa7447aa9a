import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvitationView } from '../../api/contract/team.ts';
import { ROLE_NAMES } from '../../domain/team.ts';
import { LogList } from '../account/log-list.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { Turn } from '../components/turn.tsx';
import { useAction } from '../components/use-action.ts';
import { toastSuccess } from '../data/toasts.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';
import { INVITATIONS_PER_PAGE, teamCalls } from './team-calls.ts';

import { TEAM, useTeamRefresh } from './use-refresh.ts';

const Rows = styled(LogList)(({ theme }) => ({
  [theme.breakpoints.down('sm')]: { '& > li': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 } },
}));
const Side = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 8,
});

const LOOKS: Readonly<Record<InvitationView['status'], { tone: Tone; icon: IconName }>> = {
  pending: { tone: 'primary', icon: 'mail' },
  expired: { tone: 'warning', icon: 'hourglass' },
  used: { tone: 'success', icon: 'checkCircle' },
  canceled: { tone: 'neutral', icon: 'slash' },
};

/** Who is invited and what became of it; what is open can be sent again or taken back. */
export function InvitationsCard({ mayAct }: { mayAct: boolean }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: [TEAM, 'invitations', page],
    queryFn: () => teamCalls.invitations(page),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={t('invitations.title')} ruled>
      {data?.pagination.total === 0 && (
        <CardBody>
          <Typography sx={{ pt: 2, color: 'text.secondary' }}>{t('invitations.none')}</Typography>
        </CardBody>
      )}
      {data && data.pagination.total > 0 && (
        <Rows>
          {data.data.map((each) => (
            <InvitationRow key={each.id} invitation={each} mayAct={mayAct} />
          ))}
        </Rows>
      )}
      {!data && error && <ListError title={t('invitations.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListLoading label={t('invitations.loading')} rows={2} />}
      {data && <Turn page={page} perPage={INVITATIONS_PER_PAGE} total={data.pagination.total} onPage={setPage} />}
    </Card>
  );
}

function InvitationRow({ invitation, mayAct }: { invitation: InvitationView; mayAct: boolean }) {
  const { id, full_name, email, role, status, invited_by, sent_at } = invitation;
  const refresh = useTeamRefresh();
  const [canceling, setCanceling] = useState(false);
  const resend = useAction(async () => {
    await teamCalls.resend(id);
    toastSuccess(t('invitations.resent', { email }));
    await refresh();
  });
  const isOpen = status === 'pending' || status === 'expired';
  const { tone, icon } = LOOKS[status];
  return (
    <li>
      <div>
        <strong>{full_name}</strong>
        <small>{[email, ROLE_NAMES[role]].join(' · ')}</small>
        <small>{t('invitations.by', { name: invited_by, time: formatMoment(sent_at) })}</small>
      </div>
      <Side>
        <ToneChip tone={tone} icon={icon}>
          {t(`invitations.status.${status}`)}
        </ToneChip>
        {isOpen && mayAct && (
          <>
            <Button
              size="small"
              disabled={resend.busy}
              aria-label={t('invitations.resendTo', { email })}
              onClick={() => void resend.run()}
            >
              {t('invitations.resend')}
            </Button>
            <Button size="small" aria-label={t('invitations.cancelOf', { email })} onClick={() => setCanceling(true)}>
              {t('invitations.cancel')}
            </Button>
          </>
        )}
      </Side>
      {canceling && <CancelDialog invitation={invitation} onClose={() => setCanceling(false)} />}
    </li>
  );
}

function CancelDialog({ invitation: { id, email }, onClose }: { invitation: InvitationView; onClose: () => void }) {
  const refresh = useTeamRefresh();
  const { busy, run } = useAction(async () => {
    try {
      await teamCalls.cancel(id);
      toastSuccess(t('invitations.canceled', { email }));
      onClose();
    } finally {
      await refresh();
    }
  });
  return (
    <DialogFrame
      title={t('invitations.cancel.dialog')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('invitations.cancel.keep')}</Button>
          <Button variant="contained" color="error" disabled={busy} onClick={() => void run()}>
            {t('invitations.cancel.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('invitations.cancel.text', { email })}</p>
    </DialogFrame>
  );
}
