import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ConfirmationBody } from '../../contract/account.ts';
import type { InvitationView } from '../../contract/team.ts';
import { ROLE_NAMES } from '../../domain/accounts/team.ts';
import { ConfirmationDialog, useConfirmation } from '../components/confirmation.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { useAct } from '../components/use-act.ts';
import { useReadAgain } from '../components/use-read-again.ts';
import { useProvider } from '../data/use-provider.ts';
import { useShops } from '../data/use-shops.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { LogCard } from '../list/log-card.tsx';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';
import { CHANGED_BY_TEAM } from './team-calls.ts';

const Side = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 8,
});

const APPEARANCE: Readonly<Record<InvitationView['status'], { tone: Tone; icon: IconName }>> = {
  pending: { tone: 'primary', icon: 'mail' },
  expired: { tone: 'warning', icon: 'hourglass' },
  used: { tone: 'success', icon: 'checkCircle' },
  canceled: { tone: 'neutral', icon: 'slash' },
};

const PER_PAGE = 10;

/** Invitations and their states; open ones can be resent or withdrawn. */
export function InvitationsCard({ mayAct }: { mayAct: boolean }) {
  return (
    <LogCard<InvitationView>
      resource="invitations"
      perPage={PER_PAGE}
      title={t('invitations.title')}
      loading={t('invitations.loading')}
      failed={t('invitations.failed')}
      none={t('invitations.none')}
      entry={(each) => <Invitation key={each.id} invitation={each} mayAct={mayAct} />}
    />
  );
}

function Invitation({ invitation, mayAct }: { invitation: InvitationView; mayAct: boolean }) {
  const { full_name, email, role, shops, status, invited_by, sent_at } = invitation;
  const { data: known = [] } = useShops({ enabled: shops !== null });
  const names = known.filter(({ id }) => shops?.includes(id)).map(({ profiles }) => profiles.production.name);
  const isOpen = status === 'pending' || status === 'expired';
  const { tone, icon } = APPEARANCE[status];
  return (
    <li data-stacked>
      <div>
        <strong>{full_name}</strong>
        <small>{[email, ROLE_NAMES[role], ...names].join(' · ')}</small>
        <small>{t('invitations.by', { name: invited_by, time: formatMoment(sent_at) })}</small>
      </div>
      <Side>
        <ToneChip tone={tone} icon={icon}>
          {t(`invitations.status.${status}`)}
        </ToneChip>
        {isOpen && mayAct && <Actions invitation={invitation} />}
      </Side>
    </li>
  );
}

function Actions({ invitation: { id, email } }: { invitation: InvitationView }) {
  const [isCanceling, setCanceling] = useState(false);
  const provider = useProvider();
  const notify = useNotify();
  const readAgain = useReadAgain();
  const confirmation = useConfirmation(async (proof: ConfirmationBody) => {
    try {
      await provider.resendInvitation(id, proof);
      notify(t('invitations.resent', { email }), { type: 'success' });
    } finally {
      await readAgain(...CHANGED_BY_TEAM);
    }
  });
  const resend = useAct(() => confirmation.first({}));
  return (
    <>
      <Button
        size="small"
        disabled={resend.isPending}
        aria-label={t('invitations.resendTo', { email })}
        onClick={() => resend.mutate()}
      >
        {t('invitations.resend')}
      </Button>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t('invitations.cancelOf', { email })}
        onClick={() => setCanceling(true)}
      >
        {t('invitations.cancel')}
      </Button>
      <ConfirmationDialog of={confirmation} />
      {isCanceling && <CancelDialog id={id} email={email} onClose={() => setCanceling(false)} />}
    </>
  );
}

interface CancelDialogProps {
  id: string;
  email: string;
  onClose: () => void;
}

function CancelDialog({ id, email, onClose }: CancelDialogProps) {
  const provider = useProvider();
  const notify = useNotify();
  const readAgain = useReadAgain();
  return (
    <FormDialog
      title={t('invitations.cancel.dialog')}
      submit={t('invitations.cancel.confirm')}
      keep={t('invitations.cancel.keep')}
      danger
      defaultValues={{}}
      send={async () => {
        try {
          await provider.cancelInvitation(id);
          notify(t('invitations.canceled', { email }), { type: 'success' });
          onClose();
        } finally {
          await readAgain(...CHANGED_BY_TEAM);
        }
      }}
      onClose={onClose}
    >
      <p>{t('invitations.cancel.text', { email })}</p>
    </FormDialog>
  );
}
