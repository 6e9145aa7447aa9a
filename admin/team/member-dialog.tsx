import Button from '@mui/material/Button';
import { useState } from 'react';
import type { TeamMember } from '../../api/contract/team.ts';
import type { Role } from '../../domain/permissions.ts';
import { ROLE_NAMES, type TeamAct } from '../../domain/team.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useAction } from '../components/use-action.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { RoleField } from './role-field.tsx';
import { teamCalls } from './team-calls.ts';
import { useTeamRefresh } from './use-refresh.ts';

interface MemberDialogProps {
  member: TeamMember;
  act: TeamAct;
  onClose: () => void;
}

const DANGERS: ReadonlySet<TeamAct> = new Set(['block', 'delete', 'reset_2fa']);

/** Says what an act means for the colleague, and asks once more. */
export function MemberDialog({ member, act, onClose }: MemberDialogProps) {
  const [role, setRole] = useState<Role>(member.role);
  const refresh = useTeamRefresh();
  const name = member.full_name;
  const { busy, run } = useAction(async () => {
    try {
      await teamCalls.act(member.id, act, role);
      toastSuccess(t(`team.${act}.done`, { name, role: ROLE_NAMES[role] }));
      onClose();
    } finally {
      // Refused or not, what is shown may be old by now.
      await refresh();
    }
  });
  const unchanged = act === 'update_role' && role === member.role;
  return (
    <DialogFrame
      title={t(`team.${act}.dialog`, { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="contained"
            color={DANGERS.has(act) ? 'error' : 'primary'}
            disabled={busy || unchanged}
            onClick={() => void run()}
          >
            {t(`team.${act}.confirm`)}
          </Button>
        </>
      }
    >
      <p>{t(`team.${act}.text`, { name })}</p>
      {act === 'update_role' && <RoleField role={role} onRole={setRole} />}
    </DialogFrame>
  );
}
